import type { Intent } from '@orrery/contract'
import type { Locale } from '#kit/errors.ts'

type Names = readonly [en: string, zh: string]
type Row = readonly [id: string, names: Names, words: string]
/**
 * Each intent has words in both languages, because people write in either, whatever the language of the page. More
 * specific intents come first: question words (how, why, what) count only if nothing else matches.
 */
const rows: readonly (readonly [id: string, names: Names, children: readonly Row[]])[] = [
  [
    'service',
    ['Service', '业务办理'],
    [
      [
        'order',
        ['Orders', '订单'],
        'my order,orders,buy,purchase,price,deliver,shipping,订单,下单,购买,价格,发货,快递,物流',
      ],
      ['refund', ['Refunds', '退款售后'], 'refund,send back,return policy,cancel,warranty,退款,退货,取消,售后,保修'],
      ['account', ['Account', '账号问题'], 'account,password,sign in,log in,register,账号,密码,登录,注册'],
      ['booking', ['Bookings', '预约预订'], 'book a,reserve,appointment,预约,预订,预定,安排'],
      [
        'complaint',
        ['Complaints', '投诉反馈'],
        'complain,complaint,terrible,broken,does not work,doesn’t work,投诉,太差,坏了,不能用,没用',
      ],
      ['human', ['Speak to a person', '转人工'], 'human,real person,agent please,support team,人工,客服,真人'],
    ],
  ],
  [
    'creation',
    ['Writing', '内容创作'],
    [
      [
        'write',
        ['Draft a text', '撰写文本'],
        'write,draft,compose,story,poem,email,letter,写一,写个,撰写,帮我写,故事,诗,邮件,文案',
      ],
      ['translate', ['Translate', '翻译'], 'translate,translation,翻译,译成'],
      ['summarise', ['Summarise', '总结概括'], 'summarise,summarize,summary,tl;dr,shorten,总结,概括,摘要,提炼'],
      ['improve', ['Improve a text', '润色改写'], 'rewrite,improve,proofread,polish,grammar,润色,改写,修改,校对,语法'],
      ['image', ['Images', '图像生成'], 'draw,image,picture,logo,photo,画一,画个,图片,图像,海报'],
    ],
  ],
  [
    'analysis',
    ['Code and data', '代码与数据'],
    [
      [
        'code',
        ['Code', '编写代码'],
        'code,function,script,python,javascript,sql,bug,error message,代码,函数,脚本,编程,报错',
      ],
      ['calculate', ['Calculate', '计算'], 'calculate,compute,sum of,percent,convert,计算,求和,换算,等于多少'],
      ['data', ['Analyse data', '数据分析'], 'analyse,analyze,chart,table,trend,statistics,分析,图表,统计,趋势,表格'],
    ],
  ],
  [
    'knowledge',
    ['Questions', '知识问答'],
    [
      [
        'facts',
        ['Facts', '事实查询'],
        'what is,who is,where is,when is,when was,how many,how much,什么是,是什么,是谁,在哪,哪里,什么时候,多少,几点',
      ],
      ['howto', ['How to', '操作方法'], 'how to,how do i,how can i,steps,guide,tutorial,怎么,如何,怎样,步骤,教程,方法'],
      ['reason', ['Reasons', '原因解释'], 'why,explain,reason,difference,为什么,为何,原因,解释,区别'],
      ['advice', ['Advice', '建议推荐'], 'recommend,suggest,should i,which one,best,advice,推荐,建议,哪个好,选哪'],
    ],
  ],
  [
    'chat',
    ['Small talk', '闲聊'],
    [
      ['greeting', ['Greetings', '问候'], 'hello,hi,hey,good morning,good evening,你好,您好,早上好,晚上好,在吗'],
      ['thanks', ['Thanks', '致谢'], 'thanks,thank you,great job,谢谢,感谢,辛苦'],
      ['about', ['About the bot', '询问智能体'], 'who are you,your name,what can you do,你是谁,你叫什么,你能做什么'],
      ['fun', ['Fun', '娱乐'], 'joke,funny,riddle,game,笑话,谜语,游戏,好玩'],
    ],
  ],
]
const toIntent = ([id, names, words]: Row, locale: Locale) => ({
  id,
  name: names[locale === 'zh-CN' ? 1 : 0],
  words: words.split(','),
})

/** Intents of spaces that have not defined their own. */
export const defaultIntents = (locale: Locale): Intent[] =>
  rows.map(([id, names, children]) => ({
    ...toIntent([id, names, ''], locale),
    words: [],
    children: children.map((child) => toIntent(child, locale)),
  }))
