/** A few words in ten languages: enough to greet, to thank and to show that an instruction was followed. */
const languages = ['en', 'zh', 'fr', 'de', 'es', 'it', 'pt', 'ja', 'ko', 'ru'] as const
export type Language = (typeof languages)[number]

const names: [RegExp, Language][] = [
  [/^(english|anglais|英语|英文)$/i, 'en'],
  [/^(chinese|mandarin|中文|汉语|普通话)$/i, 'zh'],
  [/^(french|français|法语|法文)$/i, 'fr'],
  [/^(german|deutsch|德语|德文)$/i, 'de'],
  [/^(spanish|español|西班牙语|西班牙文)$/i, 'es'],
  [/^(italian|italiano|意大利语)$/i, 'it'],
  [/^(portuguese|português|葡萄牙语)$/i, 'pt'],
  [/^(japanese|日语|日文|日本語)$/i, 'ja'],
  [/^(korean|韩语|韩文)$/i, 'ko'],
  [/^(russian|俄语|俄文)$/i, 'ru'],
]
export const languageNamed = (name: string): Language | undefined =>
  names.find(([pattern]) => pattern.test(name.trim()))?.[1]

const rows = `
hello|你好|bonjour|hallo|hola|ciao|olá|こんにちは|안녕하세요|привет
good morning|早上好|bonjour|guten Morgen|buenos días|buongiorno|bom dia|おはようございます|좋은 아침입니다|доброе утро
good evening|晚上好|bonsoir|guten Abend|buenas tardes|buonasera|boa noite|こんばんは|안녕하세요|добрый вечер
good night|晚安|bonne nuit|gute Nacht|buenas noches|buonanotte|boa noite|おやすみなさい|안녕히 주무세요|спокойной ночи
goodbye|再见|au revoir|auf Wiedersehen|adiós|arrivederci|adeus|さようなら|안녕히 가세요|до свидания
thank you|谢谢|merci|danke|gracias|grazie|obrigado|ありがとう|감사합니다|спасибо
please|请|s’il vous plaît|bitte|por favor|per favore|por favor|お願いします|부탁합니다|пожалуйста
yes|是|oui|ja|sí|sì|sim|はい|네|да
no|不|non|nein|no|no|não|いいえ|아니요|нет
sorry|对不起|désolé|Entschuldigung|lo siento|scusa|desculpe|ごめんなさい|미안합니다|извините
welcome|欢迎|bienvenue|willkommen|bienvenido|benvenuto|bem-vindo|ようこそ|환영합니다|добро пожаловать
friend|朋友|ami|Freund|amigo|amico|amigo|友達|친구|друг
water|水|eau|Wasser|agua|acqua|água|水|물|вода
bread|面包|pain|Brot|pan|pane|pão|パン|빵|хлеб
house|房子|maison|Haus|casa|casa|casa|家|집|дом
cat|猫|chat|Katze|gato|gatto|gato|猫|고양이|кошка
dog|狗|chien|Hund|perro|cane|cão|犬|개|собака
book|书|livre|Buch|libro|libro|livro|本|책|книга
sun|太阳|soleil|Sonne|sol|sole|sol|太陽|태양|солнце
moon|月亮|lune|Mond|luna|luna|lua|月|달|луна
star|星星|étoile|Stern|estrella|stella|estrela|星|별|звезда
sea|海|mer|Meer|mar|mare|mar|海|바다|море
love|爱|amour|Liebe|amor|amore|amor|愛|사랑|любовь
day|天|jour|Tag|día|giorno|dia|日|날|день
night|夜|nuit|Nacht|noche|notte|noite|夜|밤|ночь
red|红色|rouge|rot|rojo|rosso|vermelho|赤|빨강|красный
green|绿色|vert|grün|verde|verde|verde|緑|초록|зелёный
blue|蓝色|bleu|blau|azul|blu|azul|青|파랑|синий
one|一|un|eins|uno|uno|um|一|하나|один
two|二|deux|zwei|dos|due|dois|二|둘|два
three|三|trois|drei|tres|tre|três|三|셋|три`
  .trim()
  .split('\n')
  .map((line) => line.split('|'))
const sameAs: Record<string, string> = { hi: 'hello', hey: 'hello', thanks: 'thank you', bye: 'goodbye', 您好: '你好' }

/** Translates a word or phrase from any of the languages. */
export function translateWord(word: string, to: Language): string | undefined {
  const plain = word.trim().toLowerCase()
  const wanted = sameAs[plain] ?? plain
  return rows.find((row) => row.some((item) => item.toLowerCase() === wanted))?.[languages.indexOf(to)]
}

/** Translates as a phrase, else word by word. Unknown words stay unchanged and are listed. */
export function translateText(text: string, to: Language): { text: string; unknown: string[] } {
  const whole = translateWord(text.replace(/[.!?。！？]+$/, ''), to)
  if (whole) return { text: whole, unknown: [] }
  const unknown: string[] = []
  const words = text.split(/(\s*[,;，；、]\s*|\s+and\s+|\s+)/).map((part, at) => {
    if (at % 2) return part
    const bare = part.replaceAll(/[.!?。！？"“”]/g, '')
    const found = bare && translateWord(bare, to)
    if (bare && !found) unknown.push(bare)
    return found ? part.replace(bare, found) : part
  })
  return { text: words.join(''), unknown }
}
