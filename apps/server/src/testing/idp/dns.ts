import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'

const TXT = 16
const ANSWER_FLAGS = 0x8580
const NO_SUCH_NAME = 0x8583

/** A name server on this machine that serves TXT records. */
export async function openDns(records: Map<string, string>) {
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => socket.send(answerTo(query, records), from.port, from.address))
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    close: () => new Promise<void>((resolve) => void socket.close(() => resolve())),
  }
}

function answerTo(query: Buffer, records: Map<string, string>): Buffer {
  const labels: string[] = []
  let at = 12
  while (query[at]! > 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!))
    at += query[at]! + 1
  }
  const question = query.subarray(12, at + 5)
  const text = query.readUInt16BE(at + 1) === TXT ? records.get(labels.join('.').toLowerCase()) : undefined
  const head = Buffer.alloc(12)
  query.copy(head, 0, 0, 2)
  head.writeUInt16BE(text === undefined ? NO_SUCH_NAME : ANSWER_FLAGS, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(text === undefined ? 0 : 1, 6)
  if (text === undefined) return Buffer.concat([head, question])
  const record = Buffer.from([0xc0, 12, 0, TXT, 0, 1, 0, 0, 0, 1, 0, text.length + 1, text.length])
  return Buffer.concat([head, question, record, Buffer.from(text, 'latin1')])
}
