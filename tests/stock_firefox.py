"""Run a Firefox as distributions ship it under playwright, which asks for one command that it may not know.

    python stock_firefox.py FIREFOX [argument ...]

playwright talks to it over WebDriver BiDi and sets the colour scheme by `emulation.setMediaFeaturesOverride`. Where
Firefox lacks that command no page opens at all. Here the command is replaced by `session.status`, which does nothing,
on its way through a local port; the colour scheme is a preference instead. Everything else passes unchanged.
"""

import re
import socket
import struct
import subprocess
import sys
import threading

ASKED, INSTEAD = b'"emulation.setMediaFeaturesOverride"', b'"session.status"'
LISTENING = re.compile(rb"(WebDriver BiDi listening on ws://127\.0\.0\.1:)(\d+)")


def frames(read):
    """The frames that a client sends, as header, mask and plain payload (RFC 6455)."""
    while len(head := read(2)) == 2:
        size = head[1] & 127
        more = read({126: 2, 127: 8}.get(size, 0))
        size = struct.unpack({2: ">H", 8: ">Q"}[len(more)], more)[0] if more else size
        mask = read(4)
        yield head + more, mask, masked(read(size), mask)


def masked(payload, mask):
    """The payload with the mask put on, or taken off."""
    key = (mask * (len(payload) // 4 + 1))[: len(payload)]
    return (int.from_bytes(payload) ^ int.from_bytes(key)).to_bytes(len(payload)) if payload else b""


def changed(payload):
    """The command replaced, in as many bytes."""
    return payload.replace(ASKED, INSTEAD.ljust(len(ASKED)))


def to_firefox(client, server):
    """The greeting as it is, with the port of Firefox; then every frame."""
    with client.makefile("rb") as source:
        while line := source.readline():
            port = server.getpeername()[1]
            server.sendall(f"Host: 127.0.0.1:{port}\r\n".encode() if line.lower().startswith(b"host:") else line)
            if line == b"\r\n":
                break
        for head, mask, payload in frames(source.read):
            server.sendall(head + mask + masked(changed(payload), mask))
    server.close()


def to_client(server, client):
    """Whatever Firefox answers."""
    while data := server.recv(65536):
        client.sendall(data)
    client.close()


def serve(listener, port):
    """Connect every client with Firefox."""
    while True:
        client, server = listener.accept()[0], socket.create_connection(("127.0.0.1", port))
        for work, ends in ((to_firefox, (client, server)), (to_client, (server, client))):
            threading.Thread(target=work, args=ends, daemon=True).start()


def main():
    with subprocess.Popen(sys.argv[1:], stderr=subprocess.PIPE) as firefox:
        for line in firefox.stderr:
            if found := LISTENING.search(line):
                listener = socket.create_server(("127.0.0.1", 0))
                threading.Thread(target=serve, args=(listener, int(found.group(2))), daemon=True).start()
                line = LISTENING.sub(rb"\g<1>%d" % listener.getsockname()[1], line)
            sys.stderr.buffer.write(line)
            sys.stderr.buffer.flush()
    return firefox.returncode


if __name__ == "__main__":
    sys.exit(main())
