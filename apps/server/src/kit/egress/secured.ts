import type { Socket } from 'node:net'
import { connect as secure } from 'node:tls'

/** TLS over a connection that is open, for protocols that begin in the clear or have their own authorities. */
export const secured = (socket: Socket, options: { ca?: string; servername: string }) =>
  new Promise<Socket>((resolve, reject) => {
    const made = secure({ socket, ...options })
    made.once('secureConnect', () => resolve(made))
    made.once('error', (cause) => {
      socket.destroy()
      reject(cause)
    })
  })
