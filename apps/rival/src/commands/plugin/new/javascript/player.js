// A player that takes the move after which its opponent has the fewest moves; the table is asked for the rules.
'use strict'
const readline = require('node:readline')

const send = (message) => process.stdout.write(JSON.stringify(message) + '\n')

// The question that is open, while the table is asked what happens after each of its moves.
let question = null

const choose = (answers) => {
  const mobility = (answer) => {
    if (answer.payoffs) return -1000 * answer.payoffs[question.seat - 1]
    return answer.turn === question.seat ? 0 : (answer.legal_moves ?? []).length
  }
  const values = answers.map(mobility)
  const best = values.indexOf(Math.min(...values))
  send({ type: 'info', depth: 1, nodes: values.length, line: [question.legal_moves[best]] })
  send({ type: 'move', id: question.id, move: question.legal_moves[best] })
}

const handlers = {
  hello: () => send({ type: 'hello', name: '{name} 0.1.0', reusable: true }),
  choose: (message) => {
    question = message
    const questions = message.legal_moves.map((move) => ({ moves: [move] }))
    send({ type: 'ask', id: message.id, questions: questions.slice(0, 1000) })
  },
  answer: (message) => choose(message.answers),
  ping: (message) => send({ type: 'pong', id: message.id }),
  quit: () => process.exit(),
}

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line)
  handlers[message.type]?.(message)
})
