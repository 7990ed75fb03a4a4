interface RawEvent {
  event: string
  id: string
  data: string
}

/** Takes the text of a stream in arbitrary pieces and returns the completed events. */
export function createSseParser(): (text: string) => RawEvent[] {
  let rest = ''
  let event = ''
  let id = ''
  let data: string[] = []

  const takeLine = (line: string, done: RawEvent[]) => {
    if (line === '') {
      if (data.length > 0) done.push({ event: event || 'message', id, data: data.join('\n') })
      event = ''
      data = []
      return
    }
    if (line.startsWith(':')) return
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1))
    if (field === 'event') event = value
    else if (field === 'data') data.push(value)
    else if (field === 'id') id = value
  }

  return (text) => {
    const done: RawEvent[] = []
    rest += text
    // A carriage return at the very end may be the first half of a line break.
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop()!
    for (const line of lines) takeLine(line, done)
    return done
  }
}
