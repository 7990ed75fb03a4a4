/** Puts the name of a recognised speaker before a message for a model. The name is untrusted and kept on one line. */
export const spokenBy = (speaker: string | null | undefined, text: string): string =>
  speaker ? `${speaker.replaceAll(/\s+/g, ' ')}: ${text}` : text
