/** Names this visit in what is shown and logged when a part of the editor breaks. */
export const sessionId: string = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
  byte.toString(16).padStart(2, '0'),
).join('')
