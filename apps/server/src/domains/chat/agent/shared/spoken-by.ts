/** What somebody said who was recognised by their voice, as a model is told of it. A name is data: it stays on one line. */
export const spokenBy = (speaker: string | null | undefined, text: string): string =>
  speaker ? `${speaker.replaceAll(/\s+/g, ' ')}: ${text}` : text
