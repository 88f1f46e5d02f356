// A player that looks a few plies ahead. Rival provides the rules; the evaluation `value` is the player's own.
'use strict'
const readline = require('node:readline')

const send = (message) => process.stdout.write(JSON.stringify(message) + '\n')

// The maximum number of positions examined per move of the match.
const LINES_MAX = 600

let options = { plies: 4 }

// Waits for Rival's answer to each message with questions.
let asked = 0
let resolveAnswer = null
const ask = (questions) =>
  new Promise((resolve) => {
    resolveAnswer = resolve
    send({ type: 'ask', id: ++asked, questions })
  })

// The values of the chess pieces. The king is never captured.
const WORTH = { p: 1, n: 3, b: 3, r: 5, q: 9, k: 0 }

// The advantage of the side to move: pieces in draughts and chess, corners in Othello, 0 in other games.
const lead = (position) => {
  const words = position.split(' ')
  if (position[1] === ':') {
    // Draughts, like "B:W21-32,K5:B1-12": the side to move, then the men and kings of each side.
    let total = 0
    for (const side of position.split(':').slice(1).filter((side) => 'WB'.includes(side[0]))) {
      const sign = side[0] === position[0] ? 1 : -1
      for (const squares of side.slice(1).split(',').filter(Boolean)) {
        const [first, last] = squares.replace('K', '').split('-')
        const count = last ? Number(last) - Number(first) + 1 : 1
        total += sign * count * (squares[0] === 'K' ? 3 : 1)
      }
    }
    return total
  }
  if (words.length > 2 && 'wb'.includes(words[1])) {
    // Chess, in FEN: capital letters are White's.
    const isMine = (letter) => (letter === letter.toUpperCase()) === (words[1] === 'w')
    const letters = [...words[0]].filter((letter) => /[a-z]/i.test(letter))
    return letters.reduce((sum, letter) => sum + WORTH[letter.toLowerCase()] * (isMine(letter) ? 1 : -1), 0)
  }
  if (words.length === 2 && words[0].length === 64) {
    // Othello: all squares row by row, then the side to move. A disc in a corner can't be flipped.
    const corners = [0, 7, 56, 63].map((square) => words[0][square])
    const worth = (disc) => (disc === '-' ? 0 : disc === words[1] ? 3 : -3)
    return corners.reduce((sum, disc) => sum + worth(disc), 0)
  }
  return 0
}

// The value of a position for the seat: its payoff if the game is over, otherwise its advantage and the number of
// moves.
const value = (node, seat) => {
  // A later loss is better, and an earlier win is better.
  if (node.payoffs) return node.payoffs[seat - 1] * (1000 - node.line.length)
  const found = lead(node.position) + 0.01 * node.legal_moves.length
  return node.turn === seat ? found : -found
}

// Adds the positions after the legal moves, after the replies, and so on to the tree, one complete level at a time.
const lookAhead = async (root, plies) => {
  let level = [root]
  let count = 0
  for (let depth = 0; depth < plies; depth++) {
    const lines = level.flatMap((node) => node.legal_moves.map((move) => [node, [...node.line, move]]))
    if (depth > 0 && count + lines.length > LINES_MAX) break
    count += lines.length
    level = []
    for (let first = 0; first < lines.length; first += 1000) {
      const batch = lines.slice(first, first + 1000)
      const answers = await ask(batch.map(([, moves]) => ({ moves })))
      answers.forEach((answer, index) => {
        const [node, line] = batch[index]
        const child = { legal_moves: [], ...answer, line }
        node.children = [...(node.children ?? []), child]
        level.push(child)
      })
    }
    // The position contains hidden hands, which the rules don't reveal.
    if (level.some((node) => node.error)) return null
  }
  return count
}

// The value of a position for the seat if every player chooses its best move in the tree.
const bestValue = (node, seat) => {
  if (!node.children) return value(node, seat)
  const values = node.children.map((child) => bestValue(child, seat))
  return node.turn === seat ? Math.max(...values) : Math.min(...values)
}

const choose = async (question) => {
  const { id, seat, legal_moves } = question
  const root = { line: [], legal_moves, turn: seat }
  const nodes = await lookAhead(root, options.plies)
  let best = 0
  if (nodes !== null) {
    const values = root.children.map((child) => bestValue(child, seat))
    best = values.indexOf(Math.max(...values))
    const report = { type: 'info', nodes, line: [legal_moves[best]] }
    send(Math.abs(values[best]) < 500 ? { ...report, score: values[best] } : report)
  }
  send({ type: 'move', id, move: legal_moves[best] })
}

const handlers = {
  hello: () => send({ type: 'hello', name: '{name} 0.1.0', reusable: true }),
  'new-game': (message) => {
    options = { ...options, ...message.options }
  },
  choose,
  answer: (message) => resolveAnswer?.(message.answers),
  ping: (message) => send({ type: 'pong', id: message.id }),
  quit: () => process.exit(),
}

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line)
  handlers[message.type]?.(message)
})
