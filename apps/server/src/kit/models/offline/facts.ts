/** Everything in a sentence that could become an argument, extracted once and in order of appearance. */
export interface Facts {
  text: string
  quoted: string[]
  numbers: number[]
  email?: string
  url?: string
  date?: string
  time?: string
  /** `key: value` and `key=value`. */
  pairs: Map<string, string>
  /** "my city is Paris", "我的城市是巴黎". */
  statement?: { subject: string; value: string }
  /** Text after "in", "for", "about" and the like. */
  object?: string
}

const quotes = /"([^"]+)"|“([^”]+)”|「([^」]+)」|《([^》]+)》|`([^`]+)`|(?<![\w])'([^']+)'(?![\w])/g
const pair = /([A-Za-z_]\w{0,40})\s*[:=]\s*("[^"]+"|[^\s,;，；]+)/g
const statement =
  /\b(?:my|the|your)\s+([\w ]{1,40}?)\s+(?:is|are|=)\s+([^.!?,;\n]{1,200})|我的?([\u3400-\u9fff\w]{1,12}?)(?:是|叫|为)([^。！？，；\n]{1,100})/i
const object =
  /\b(?:in|for|about|of|on|at|to|near|from|named|called)\s+((?:[^\s.,;!?]+\s?){1,6})|(?:关于|查询|查一下|搜索|查找|找)([^，。！？；\n]{1,60})/i

export function factsOf(text: string): Facts {
  const quoted = [...text.matchAll(quotes)].map((match) => match.slice(1).find(Boolean)!)
  const said = statement.exec(text)
  const about = object.exec(text)
  const subject = said?.[1] ?? said?.[3]
  const value = said?.[2] ?? said?.[4]
  return {
    text,
    quoted,
    numbers: [...text.matchAll(/-?\d+(?:\.\d+)?/g)].map(([digits]) => Number(digits)),
    email: /[\w.+-]+@[\w-]+\.[\w.-]+/.exec(text)?.[0],
    url: /https?:\/\/[^\s"'<>，。]+/.exec(text)?.[0],
    date: /\b\d{4}-\d{2}-\d{2}\b/.exec(text)?.[0],
    time: /\b\d{1,2}:\d{2}\b/.exec(text)?.[0],
    pairs: new Map(
      [...text.matchAll(pair)]
        .filter(([, , found]) => !found!.startsWith('//'))
        .map(([, key, found]) => [key!.toLowerCase(), found!.replaceAll('"', '')]),
    ),
    ...(subject && value && { statement: { subject: subject.trim(), value: value.trim() } }),
    object: (about?.[1] ?? about?.[2])?.trim(),
  }
}
