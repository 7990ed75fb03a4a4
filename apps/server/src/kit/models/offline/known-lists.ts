/** Lists for requests such as "name three …", in English and in Chinese, in the same order. */
const lists: { pattern: RegExp; en: string; zh: string }[] = [
  {
    pattern: /^(major |big |large |famous )?(city|cities)$|城市/i,
    en: 'Paris,Tokyo,Cairo,Lima,Sydney,Toronto,Nairobi,Berlin,Mumbai,Shanghai',
    zh: '巴黎,东京,开罗,利马,悉尼,多伦多,内罗毕,柏林,孟买,上海',
  },
  {
    pattern: /^countr(y|ies)$|国家/i,
    en: 'France,Japan,Egypt,Peru,Australia,Canada,Kenya,Germany,India,China',
    zh: '法国,日本,埃及,秘鲁,澳大利亚,加拿大,肯尼亚,德国,印度,中国',
  },
  {
    pattern: /^colou?rs?$|颜色/i,
    en: 'red,green,blue,yellow,orange,purple,brown,black,white,grey',
    zh: '红色,绿色,蓝色,黄色,橙色,紫色,棕色,黑色,白色,灰色',
  },
  {
    pattern: /^fruits?$|水果/i,
    en: 'apple,banana,orange,pear,grape,cherry,mango,peach,lemon,plum',
    zh: '苹果,香蕉,橙子,梨,葡萄,樱桃,芒果,桃子,柠檬,李子',
  },
  {
    pattern: /^vegetables?$|蔬菜/i,
    en: 'carrot,potato,onion,tomato,cabbage,spinach,pea,bean,pepper,leek',
    zh: '胡萝卜,土豆,洋葱,番茄,卷心菜,菠菜,豌豆,豆角,辣椒,韭葱',
  },
  {
    pattern: /^animals?$|动物/i,
    en: 'dog,cat,horse,cow,lion,elephant,bear,rabbit,fox,whale',
    zh: '狗,猫,马,牛,狮子,大象,熊,兔子,狐狸,鲸鱼',
  },
  {
    pattern: /^planets?$|行星/i,
    en: 'Mercury,Venus,Earth,Mars,Jupiter,Saturn,Uranus,Neptune',
    zh: '水星,金星,地球,火星,木星,土星,天王星,海王星',
  },
  {
    pattern: /^(week ?days?|days( of the week)?)$|星期|工作日/i,
    en: 'Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday',
    zh: '星期一,星期二,星期三,星期四,星期五,星期六,星期日',
  },
  {
    pattern: /^months?( of the year)?$|月份/i,
    en: 'January,February,March,April,May,June,July,August,September,October,November,December',
    zh: '一月,二月,三月,四月,五月,六月,七月,八月,九月,十月,十一月,十二月',
  },
  { pattern: /^seasons?$|季节/i, en: 'spring,summer,autumn,winter', zh: '春天,夏天,秋天,冬天' },
  {
    pattern: /^continents?$|大洲/i,
    en: 'Africa,Antarctica,Asia,Australia,Europe,North America,South America',
    zh: '非洲,南极洲,亚洲,大洋洲,欧洲,北美洲,南美洲',
  },
  {
    pattern: /^oceans?$|大洋/i,
    en: 'Pacific,Atlantic,Indian,Southern,Arctic',
    zh: '太平洋,大西洋,印度洋,南冰洋,北冰洋',
  },
  {
    pattern: /^programming languages?$|编程语言/i,
    en: 'TypeScript,Python,Java,C,Rust,Go,Ruby,Kotlin,Swift,Haskell',
    zh: 'TypeScript,Python,Java,C,Rust,Go,Ruby,Kotlin,Swift,Haskell',
  },
  {
    pattern: /^languages?$|语言/i,
    en: 'English,Chinese,French,German,Spanish,Japanese,Arabic,Hindi,Portuguese,Russian',
    zh: '英语,中文,法语,德语,西班牙语,日语,阿拉伯语,印地语,葡萄牙语,俄语',
  },
  {
    pattern: /^prime( number)?s?$|质数|素数/i,
    en: '2,3,5,7,11,13,17,19,23,29',
    zh: '2,3,5,7,11,13,17,19,23,29',
  },
]

/** The known items of a category; undefined for unknown categories. */
export function knownList(what: string, isChinese: boolean): string[] | undefined {
  const found = lists.find(({ pattern }) => pattern.test(what.trim()))
  return found && (isChinese ? found.zh : found.en).split(',')
}

const words = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
const signs = '零一二三四五六七八九十'
/** "three", "12", "两" as a number. */
export function numberOf(text: string): number | undefined {
  const plain = text.trim().toLowerCase()
  if (/^\d+$/.test(plain)) return Number(plain)
  if (plain === 'a few' || plain === 'some' || plain === '几') return 3
  if (plain === 'a couple of' || plain === '两') return 2
  const at = words.indexOf(plain)
  if (at >= 0) return at
  return plain.length === 1 && signs.includes(plain) ? signs.indexOf(plain) : undefined
}
