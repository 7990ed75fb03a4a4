const browsers: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Chrome|HeadlessChrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari\//],
  ['curl', /^curl\/(\d+)/],
]
const systems: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows NT/],
  ['macOS', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux|X11/],
]

export interface Agent {
  /** "Firefox 140"; an unknown user agent is shown unchanged. */
  browser: string
  system: string
}

/** Parses a user agent. Browsers whose user agent also names other browsers are matched first. */
export function readAgent(userAgent: string): Agent {
  const system = systems.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? ''
  for (const [name, pattern] of browsers) {
    const match = pattern.exec(userAgent)
    if (match) return { browser: `${name} ${match[1]}`, system }
  }
  return { browser: userAgent.split(/[\s(]/)[0] ?? '', system }
}
