import type { Socket } from 'node:net'
import { connect as secure } from 'node:tls'

/** Upgrades an open connection to TLS, for protocols that begin in plain text or have their own authorities. */
export const secured = (socket: Socket, options: { ca?: string; servername: string }) =>
  new Promise<Socket>((resolve, reject) => {
    const made = secure({ socket, ...options })
    made.once('secureConnect', () => resolve(made))
    made.once('error', (cause) => {
      socket.destroy()
      reject(cause)
    })
  })
