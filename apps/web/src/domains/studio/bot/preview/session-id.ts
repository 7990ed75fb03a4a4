/** Identifies this page visit in error messages and logs of the editor. */
export const sessionId: string = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
  byte.toString(16).padStart(2, '0'),
).join('')
