import type { Socket } from 'node:net'
import tls from 'node:tls'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { selfSigned } from '#kit/egress/testing/certificate.ts'
import { createLab, fakeNames } from '#kit/egress/testing/lab.ts'
import { serveImap } from '../../lab/mail-imap.ts'
import { openInbox } from './inbox.ts'

/** The mail server of the other tests, with STARTTLS. */
const name = 'imap.example.org'
const certificate = selfSigned(name)
const lab = createLab()
const mail = { uid: 3, raw: Buffer.from('From: <anna@people.example>\r\n\r\nHello') }
let heard = ''
beforeAll(() => {
  const before = tls.getCACertificates()
  tls.setDefaultCACertificates([...before, certificate.cert])
  return async () => {
    tls.setDefaultCACertificates(before)
    await lab.close()
  }
})
afterEach(() => void (heard = ''))

/** Signs in to a server with this behaviour. */
async function inboxAt(serve: (socket: Socket) => void) {
  const trap = await lab.trap((socket) => {
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')))
    serve(socket)
  })
  const { resolve } = fakeNames({ [name]: [['93.184.216.34']] })
  const egress = lab.egress({ resolve, dial: () => trap.host })
  const config = {
    imap_host: name,
    imap_port: String(trap.port),
    imap_security: 'starttls',
    address: 'bot@lab.example',
    password: 'open sesame',
  }
  return openInbox({ config, stream: (init) => egress.stream(init) })
}
const side = {
  inbox: [mail],
  idling: new Set<() => void>(),
  isKnown: (_: string, secret: string) => secret === 'open sesame',
}

test('mail is read over TLS after STARTTLS', async () => {
  const { imap } = await inboxAt((socket) => serveImap(socket, { ...side, certificate }))
  expect((await imap.fetch(3))?.toString()).toContain('Hello')
  imap.close()
  expect(heard).toMatch(/^S1 STARTTLS\r\n/)
})
test('a server without STARTTLS is reported, and the password is not sent to it', async () => {
  const opening = inboxAt((socket) => serveImap(socket, side))
  await expect(opening).rejects.toMatchObject({
    kind: 'missing',
    message: expect.stringContaining('no STARTTLS') as string,
  })
  expect(heard).toBe('S1 STARTTLS\r\n')
})
test('text injected before the TLS handshake closes the connection', async () => {
  const opening = inboxAt((socket) => {
    socket.write('* OK ready\r\n')
    socket.once('data', () => socket.write('S1 OK begin\r\n* 1 EXISTS\r\n'))
  })
  await expect(opening).rejects.toThrow('beside the consent')
})
