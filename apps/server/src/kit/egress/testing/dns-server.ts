import dgram from 'node:dgram'
import { isIPv4 } from 'node:net'

const type = { A: 1, AAAA: 28 } as const
export type Records = { A?: string[]; AAAA?: string[]; rcode?: number; silent?: boolean }

/** A DNS server for the given names; all others do not exist. */
export async function startDnsServer(names: Record<string, Records>, host = '127.0.0.5') {
  const asked: string[] = []
  const socket = dgram.createSocket('udp4')
  socket.on('message', (query, peer) => {
    const { name, end } = readName(query)
    const kind = query.readUInt16BE(end)
    asked.push(name)
    const records = names[name]
    if (records?.silent) return
    const values = (kind === type.A ? records?.A : kind === type.AAAA ? records?.AAAA : undefined) ?? []
    const header = Buffer.from(query.subarray(0, 12))
    header.writeUInt16BE(0x8180 | (records ? (records.rcode ?? 0) : 3), 2)
    header.writeUInt16BE(values.length, 6)
    header.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([header, query.subarray(12, end + 4), ...values.map(record)]), peer.port, peer.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, host, resolve))
  return {
    server: `${host}:${socket.address().port}`,
    asked,
    close: () => new Promise<void>((resolve) => socket.close(resolve)),
  }
}

function readName(query: Buffer) {
  const labels: string[] = []
  let at = 12
  while (query[at]) {
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!))
    at += 1 + query[at]!
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

function record(value: string): Buffer {
  const v4 = isIPv4(value)
  const data = v4 ? Buffer.from(value.split('.').map(Number)) : v6(value)
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(v4 ? type.A : type.AAAA, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

function v6(value: string): Buffer {
  const [left = '', right = ''] = value.split('::')
  const parts = (text: string) => (text ? text.split(':').map((part) => Number.parseInt(part, 16)) : [])
  const middle = Array<number>(8 - parts(left).length - parts(right).length).fill(0)
  return Buffer.from([...parts(left), ...middle, ...parts(right)].flatMap((part) => [part >> 8, part & 255]))
}
