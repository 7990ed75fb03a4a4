/** Nouns for the doer of an action, by verb. */
const doers: Record<string, string> = {
  plan: 'planner',
  write: 'writer',
  draft: 'writer',
  translate: 'translator',
  summarise: 'summariser',
  summarize: 'summarizer',
  check: 'checker',
  proofread: 'proofreader',
  review: 'reviewer',
  track: 'tracker',
  watch: 'watcher',
  monitor: 'monitor',
  sort: 'sorter',
  organise: 'organiser',
  organize: 'organizer',
  manage: 'manager',
  find: 'finder',
  search: 'finder',
  recommend: 'adviser',
  suggest: 'adviser',
  advise: 'adviser',
  explain: 'guide',
  teach: 'tutor',
  coach: 'coach',
  analyse: 'analyst',
  analyze: 'analyst',
  compare: 'analyst',
  convert: 'converter',
  generate: 'generator',
  create: 'maker',
  make: 'maker',
  read: 'reader',
  collect: 'collector',
  edit: 'editor',
  book: 'booker',
  design: 'designer',
  remind: 'reminder',
  answer: 'assistant',
  help: 'assistant',
  support: 'assistant',
}
const opening =
  /^(?:(?:please|i (?:want|need|would like)|create|make|build|give)\s+)*(?:me\s+)?(?:(?:a|an|the|some)\s+)?(?:bot|agent|assistant|chatbot|helper)\s+(?:that|which|who|to|for)\s+(?:can\s+)?/i
const role = /^(?:you are|act as|be)\s+(?:a|an|the)\s+/i
/** Words that end the object of the sentence. */
const ends =
  /^(?:for|from|with|and|or|of|to|in|on|at|by|as|so|when|if|that|which|who|into|using|based|then|about|our|my|your|the|a|an)$/i
const topic = /\b(?:about|on|regarding|with|from)\s+(?:our|my|your|the|a|an)?\s*([a-z][\w-]*(?:\s+[a-z][\w-]*)?)/i
/** Words that do not describe the object. */
const empty =
  /^(?:questions?|people|users?|customers?|me|us|them|things?|anything|everything|short|simple|daily|some|any|all|good)$/i

const baseOf = (verb: string): string | undefined => {
  const word = verb.toLowerCase()
  return [word, word.replace(/s$/, ''), word.replace(/es$/, '')].find((form) => Object.hasOwn(doers, form))
}
const singular = (word: string): string =>
  /ies$/i.test(word) ? word.replace(/ies$/i, 'y') : /[^su]s$/i.test(word) && word.length > 3 ? word.slice(0, -1) : word

/** "Plan short city trips for busy people" → "city trip planner". If no name can be derived, the sentence is used. */
export function englishName(sentence: string, most: number): string {
  const phrase = sentence.replace(opening, '').replace(role, '')
  const words = phrase.split(/\s+/)
  const verb = baseOf(words[0] ?? '')
  if (!verb) return fitting(words, most)
  const rest = words.slice(1)
  const end = rest.findIndex((word) => ends.test(word))
  const object = (end < 0 ? rest : rest.slice(0, end)).filter((word) => !empty.test(word))
  const about =
    object.length > 0 ? object : (topic.exec(phrase)?.[1]?.split(/\s+/) ?? []).filter((word) => !ends.test(word))
  if (about.length === 0) return fitting(words, most)
  const doer = doers[verb]!
  for (const count of [3, 2, 1]) {
    const kept = about.slice(-count)
    const name = [...kept.slice(0, -1), singular(kept.at(-1)!), doer].join(' ')
    if (name.length <= most) return name
  }
  return fitting(words, most)
}

/** As many whole words as fit. */
function fitting(words: readonly string[], most: number): string {
  let name = words[0] ?? ''
  for (const word of words.slice(1)) {
    if (`${name} ${word}`.length > most) break
    name = `${name} ${word}`
  }
  // Removes trailing words such as prepositions, so that the name does not end within a phrase.
  const shown = name.split(' ')
  while (shown.length > 1 && ends.test(shown.at(-1)!)) shown.pop()
  return shown.join(' ')
}
