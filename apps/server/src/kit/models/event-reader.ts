/** Parses server-sent events: the data of each, in order. Supports only the part of the format that providers use. */
export function createEventReader(onData: (data: string) => void) {
  const decoder = new TextDecoder()
  let rest = ''
  let data = ''
  const takeLine = (line: string) => {
    if (line === '') {
      const whole = data
      data = ''
      if (whole) onData(whole)
    } else if (line.startsWith('data:')) {
      const value = line.charCodeAt(5) === 0x20 ? line.slice(6) : line.slice(5)
      data = data ? `${data}\n${value}` : value
    }
  }
  return {
    push(chunk: Uint8Array) {
      rest += decoder.decode(chunk, { stream: true })
      let start = 0
      for (let end = rest.indexOf('\n', start); end >= 0; end = rest.indexOf('\n', start)) {
        takeLine(rest.charCodeAt(end - 1) === 0x0d && end > start ? rest.slice(start, end - 1) : rest.slice(start, end))
        start = end + 1
      }
      rest = rest.slice(start)
    },
    /** Whether an event is incomplete. */
    hasRest: () => data !== '' || rest.trim() !== '',
  }
}
