"""A program with the fault that its argument names."""

import json
import mmap
import os
import socket
import subprocess
import sys
import threading
import time

fault = sys.argv[1]


def send(message):
    print(json.dumps(message), flush=True)


def receive(kind):
    """Returns the next message of this kind."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == kind:
            return message
        if message["type"] == "quit" and fault != "ignores quit":
            sys.exit()
    if fault == "ignores quit":
        time.sleep(60)
    sys.exit()


def answer(question, move=None):
    send({"type": "move", "id": question["id"], "move": move or question["legal_moves"][0]})


def wait():
    time.sleep(60)


def long_line(question):
    sys.stdout.write('{"type":"info","text":"' + "x" * 10_000_000)
    sys.stdout.flush()
    wait()


def half_line(question):
    sys.stdout.write('{"type":"move","id"')
    sys.stdout.flush()
    wait()


def exit_in_line(question):
    sys.stdout.write('{"type":"move","id"')
    sys.stdout.flush()
    print("Traceback: no more moves", file=sys.stderr, flush=True)
    os._exit(3)


def closed_output(question):
    os.close(1)
    wait()


def closed_input(question):
    os.close(0)
    answer(question)
    wait()


def flood(question):
    while True:
        send({"type": "info", "depth": 1})


def blank_lines(question):
    while True:
        os.write(1, b"\n" * 4096)


def blank_between(question):
    os.write(1, b"\r\n\n \n")
    send({"type": "info", "text": "no bl\u00e4nk"})
    os.write(1, b'{"type":"info","text":"half of \xc3"}\n')
    answer(question)


def memory(question):
    kept = []
    while True:
        kept.append(bytearray(os.urandom(1 << 20)))


def share_memory():
    """Writes shared memory and drops the pages, which stay allocated, but are not counted as resident."""
    kept = []
    for _ in range(16):
        shared = mmap.mmap(-1, 16 << 20)
        for place in range(0, 16 << 20, 4096):
            shared[place] = 1
        shared.madvise(mmap.MADV_DONTNEED)
        kept.append(shared)


def sparse_memory(question):
    """Reads one byte of every 2 MiB, so that only the page tables are resident."""
    size = 256 << 30
    no_reserve = 0x4000
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | no_reserve
    sparse = mmap.mmap(-1, size, flags=flags, prot=mmap.PROT_READ)
    for place in range(0, size, 2 << 20):
        sparse[place]
    wait()


def shared_memory(question):
    worked = attempt("share memory", share_memory)
    worked += attempt("hold memory as a file", lambda: os.memfd_create("kept"))
    send({"type": "info", "text": f"worked: {worked}"})
    answer(question)


def attempt(name, action):
    try:
        action()
        return [name]
    except (OSError, subprocess.SubprocessError, RuntimeError):
        return []


def escape(question):
    """Tries forbidden operations, and reports those that succeed."""
    worked = []
    worked += attempt("read /etc/passwd", lambda: open("/etc/passwd").read())
    worked += attempt("read the home folder", lambda: os.listdir("/root"))
    worked += attempt("read another process", lambda: os.listdir("/proc/1"))
    worked += attempt("write beside itself", lambda: open("new.txt", "w"))
    worked += attempt("write to /tmp", lambda: open("/tmp/new.txt", "w"))
    worked += attempt("change itself", lambda: open("faulty.py", "a"))
    worked += attempt("open a socket", lambda: socket.socket())
    worked += attempt("open a local socket", lambda: socket.socketpair())
    worked += attempt("fork", os.fork)
    worked += attempt("start a program", lambda: subprocess.run(["/bin/ls"], check=True))
    worked += attempt("become another program", lambda: os.execv("/bin/ls", ["ls"]))
    worked += attempt("signal its host", lambda: os.kill(os.getppid(), 0))
    worked += attempt("leave its group", os.setsid)
    worked += attempt("become root", lambda: os.setuid(0))
    threads = []
    try:
        while len(threads) < 1000:
            threads.append(threading.Thread(target=time.sleep, args=(0.2,), daemon=True))
            threads[-1].start()
        worked.append("start 1000 threads")
    except RuntimeError:
        pass
    send({"type": "info", "text": f"worked: {worked}, user {os.getuid()}, in {os.getcwd()}"})
    answer(question)


def shared_files(question):
    """Lists the folder with modules of interpreters, and tries to reach other places."""
    worked = attempt("list /usr/share", lambda: os.listdir("/usr/share"))
    worked += attempt("write there", lambda: open("/usr/share/new", "w"))
    worked += attempt("list /usr/share/..", lambda: os.listdir("/usr/share/../../etc"))
    send({"type": "info", "text": f"worked: {worked}"})
    answer(question)


def own_data(question):
    """Reads its data, tries forbidden operations on it, and reports both."""
    folder = HELLO["data_folder"]
    with open(os.path.join(folder, "book.txt")) as book:
        said = book.read()
    other = sys.argv[2]
    worked = []
    worked += attempt("write", lambda: open(os.path.join(folder, "new"), "w"))
    worked += attempt("change", lambda: open(os.path.join(folder, "book.txt"), "a"))
    worked += attempt("remove", lambda: os.remove(os.path.join(folder, "book.txt")))
    worked += attempt("link", lambda: os.symlink("/etc/passwd", os.path.join(folder, "new")))
    worked += attempt("read above", lambda: open(os.path.join(folder, "../etc/passwd")))
    worked += attempt("list another's", lambda: os.listdir(other))
    worked += attempt("read another's", lambda: open(os.path.join(other, "book.txt")))
    send({"type": "info", "text": f"{said} of {os.listdir(folder)} in {folder}, worked: {worked}"})
    answer(question)


def second_hello(question):
    send({"type": "hello", "name": "again"})


def unknown_message(question):
    send({"type": "dance", "id": 1})
    said = receive("error")
    send({"type": "info", "text": said["text"]})
    answer(question)


def wrong_field(question):
    send({"type": "move", "id": "one", "move": 1})
    wait()


def many_questions(question):
    send({"type": "ask", "id": 1, "questions": [{}] * 1001})
    wait()


def twice(question):
    answer(question)
    answer(question)


def early(question):
    answer(question)
    send({"type": "move", "id": question["id"] + 1, "move": question["legal_moves"][0]})


def late(question):
    time.sleep(1)
    answer(question)


def ignores_stop(question):
    wait()


def obeys_stop(question):
    stop = receive("stop")
    send({"type": "info", "text": stop["why"]})
    answer(question)


FAULTS = {
    "none": answer,
    "ignores quit": answer,
    "no answer": lambda question: wait(),
    "late": late,
    "illegal": lambda question: answer(question, "1-1"),
    "garbage": lambda question: print("my move is \x1b[31m 9-14", flush=True),
    "bytes": lambda question: os.write(1, b"\xff\xfe\x00\n"),
    "array": lambda question: send([1]),
    "deep": lambda question: print("[" * 100_000, flush=True),
    "no type": lambda question: send({"move": "9-14"}),
    "half a line": half_line,
    "long line": long_line,
    "exit in a line": exit_in_line,
    "closed output": closed_output,
    "closed input": closed_input,
    "flood": flood,
    "blank lines": blank_lines,
    "blank lines between": blank_between,
    "memory": memory,
    "shared memory": shared_memory,
    "sparse memory": sparse_memory,
    "crash": lambda question: 1 // 0,
    "abort": lambda question: os.abort(),
    "twice": twice,
    "early": early,
    "wrong id": lambda question: answer({**question, "id": 77}),
    "second hello": second_hello,
    "unknown message": unknown_message,
    "wrong field": wrong_field,
    "many questions": many_questions,
    "ignores stop": ignores_stop,
    "obeys stop": obeys_stop,
    "escape": escape,
    "shared files": shared_files,
    "data": own_data,
}

REUSABLE = [
    "is reusable",
    "is not reusable",
    "crashes in the second match",
    "answers twice after a match",
    "ends after a match",
    "holds memory",
    "answers no ping",
]

if fault == "no hello":
    wait()
if fault == "move before hello":
    send({"type": "move", "id": 1, "move": "9-14"})
    wait()
if fault == "other protocol":
    send({"type": "hello", "protocol": 2, "name": "next"})
    wait()
if fault == "ends at once":
    sys.exit("there is no book")
def serve_matches():
    """Plays one match after another, and reports their number."""
    matches, kept = 0, []
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "new-game":
                matches += 1
            case "choose":
                if matches == 2 and fault == "crashes in the second match":
                    1 // 0
                if matches == 2 and fault == "holds memory":
                    kept.append(bytearray(os.urandom(20 << 20)))
                send({"type": "info", "text": f"match {matches}"})
                answer(message)
                if fault == "answers twice after a match":
                    answer(message)
                if fault == "ends after a match":
                    return
            case "ping" if fault != "answers no ping":
                send({"type": "pong", "id": message["id"]})
            case "quit":
                return


HELLO = receive("hello")
if fault in REUSABLE:
    send({"type": "hello", "name": "faulty 1.0", "reusable": fault != "is not reusable"})
    serve_matches()
    sys.exit()
send({"type": "hello", "name": "faulty 1.0"})
print("the last thing it said", file=sys.stderr, flush=True)
if fault == "before the question":
    receive("new-game")
    send({"type": "move", "id": 1, "move": "9-14"})
while True:
    FAULTS.get(fault, answer)(receive("choose"))
