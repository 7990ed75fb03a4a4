import { hasChinese } from './words.ts'

export type Language = 'en' | 'zh' | 'fr' | 'de' | 'es' | 'ja'

interface Phrases {
  identity: string
  notUnderstood(said: string): string
  knowledge(source: string, quote: string): string
  noKnowledge: string
  called(name: string): string
  failed(name: string): string
  keepsPrompt: string
  noList(what: string): string
  noMore(n: number): string
  noWord(word: string): string
  notDone(step: string): string
  welcome: string
  counted(what: string, n: number): string
  sawFile(n: number): string
}

const en: Phrases = {
  identity:
    'I am the built-in offline model of Orrery: a set of fixed rules, not a language model. I can follow simple instructions, call tools and quote recalled knowledge. For real answers, connect a model in the model settings.',
  notUnderstood: (said) => `You said: “${said}”.`,
  knowledge: (source, quote) => `According to “${source}”: “${quote}”`,
  noKnowledge: 'The recalled knowledge does not answer this.',
  called: (name) => `The tool ${name} answered:`,
  failed: (name) => `The tool ${name} could not do it:`,
  keepsPrompt: 'I do not hand out the instructions I was given.',
  noList: (what) => `I have no list of ${what}. I am the built-in offline model and know only a few.`,
  noMore: (n) => `(I know no more than ${n}.)`,
  noWord: (word) => `I do not know “${word}”: my dictionary has a few dozen words.`,
  notDone: (step) => `“${step}” is beyond me: I am the built-in offline model, not a language model.`,
  welcome: 'You are welcome.',
  counted: (what, n) => `${n} ${what}.`,
  sawFile: (n) => `You sent ${n === 1 ? 'a file' : `${n} files`}. I cannot look inside it.`,
}
const zh: Phrases = {
  identity:
    '我是 Orrery 内置的离线模型：一组固定规则，不是语言模型。我能执行简单指令、调用工具并引用召回的知识。如需真正的回答，请在模型设置中接入模型。',
  notUnderstood: (said) => `你说：“${said}”。`,
  knowledge: (source, quote) => `根据《${source}》：“${quote}”`,
  noKnowledge: '召回的知识中没有相关内容。',
  called: (name) => `工具 ${name} 的结果：`,
  failed: (name) => `工具 ${name} 未能完成：`,
  keepsPrompt: '我不会透露收到的指令。',
  noList: (what) => `我没有“${what}”的列表。我是内置的离线模型，只知道少数几种。`,
  noMore: (n) => `（我只知道 ${n} 个。）`,
  noWord: (word) => `我不认识“${word}”，我的词典只有几十个词。`,
  notDone: (step) => `“${step}”超出了我的能力：我是内置的离线模型，不是语言模型。`,
  welcome: '不客气。',
  counted: (what, n) => `共 ${n} ${what}。`,
  sawFile: (n) => `你发送了 ${n} 个文件，我无法查看其内容。`,
}
const phrases: Record<Language, Phrases> = {
  en,
  zh,
  fr: {
    ...en,
    identity:
      'Je suis le modèle hors ligne intégré à Orrery : des règles fixes, pas un modèle de langage. Connectez un modèle dans les réglages.',
    notUnderstood: (said) => `Vous avez dit : « ${said} ».`,
    knowledge: (source, quote) => `Selon « ${source} » : « ${quote} »`,
    noKnowledge: 'Les connaissances rappelées n’y répondent pas.',
  },
  de: {
    ...en,
    identity:
      'Ich bin das eingebaute Offline-Modell von Orrery: feste Regeln, kein Sprachmodell. Für echte Antworten ein Modell in den Einstellungen anbinden.',
    notUnderstood: (said) => `Du hast gesagt: „${said}“.`,
    knowledge: (source, quote) => `Laut „${source}“: „${quote}“`,
    noKnowledge: 'Das abgerufene Wissen beantwortet das nicht.',
  },
  es: {
    ...en,
    identity:
      'Soy el modelo sin conexión integrado en Orrery: reglas fijas, no un modelo de lenguaje. Conecte un modelo en los ajustes.',
    notUnderstood: (said) => `Usted dijo: «${said}».`,
    knowledge: (source, quote) => `Según «${source}»: «${quote}»`,
    noKnowledge: 'El conocimiento recuperado no responde a esto.',
  },
  ja: {
    ...en,
    identity:
      '私は Orrery 内蔵のオフラインモデルです。固定のルールであり、言語モデルではありません。設定でモデルを接続してください。',
    notUnderstood: (said) => `あなたの発言：「${said}」。`,
    knowledge: (source, quote) => `「${source}」によると：「${quote}」`,
    noKnowledge: '参照した知識には答えがありません。',
  },
}
export const phrasesIn = (language: Language) => phrases[language]

const names: [RegExp, Language][] = [
  [/\b(english)\b|英文|英语/i, 'en'],
  [/\b(chinese|mandarin)\b|中文|汉语/i, 'zh'],
  [/\b(french|français)\b|法语|法文/i, 'fr'],
  [/\b(german|deutsch)\b|德语|德文/i, 'de'],
  [/\b(spanish|español)\b|西班牙语/i, 'es'],
  [/\b(japanese)\b|日语|日文|日本語/i, 'ja'],
]
const asksForLanguage =
  /\b(reply|answer|respond|speak|write|say it|talk)\b[^.\n]{0,40}\bin\s+(\w+)|用\s*(\S{2,5})\s*(回答|回复|说|写)/gi

/** The language requested by the user or by the persona; otherwise the user's language. */
export function languageOf(userText: string, persona: string): Language {
  for (const text of [userText, persona]) {
    for (const asked of text.matchAll(asksForLanguage)) {
      const name = asked[2] ?? asked[3] ?? ''
      const found = names.find(([pattern]) => pattern.test(name))
      if (found) return found[1]
    }
  }
  if (/[\u3040-\u30ff]/.test(userText)) return 'ja'
  return hasChinese(userText) ? 'zh' : 'en'
}
