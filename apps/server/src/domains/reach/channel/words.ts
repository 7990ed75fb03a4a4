import type { Locale } from '#kit/errors.ts'

const en = {
  help: (name: string) =>
    `I am ${name}. Write to me as you like.\n\n- /new begins a new conversation\n- /stop ends the answer that is being written\n- /help shows this`,
  fresh: 'A new conversation has begun.',
  stopped: 'Stopped.',
  hello: (name: string) => `Hello, I am ${name}. What can I do for you?`,
  failed: 'I could not answer this. Please try again in a moment.',
  tooOld: 'Your message came more than a day ago and was not answered. Please send it again if it still matters.',
  tooMany: 'There were too many messages at once. The oldest were left out.',
  badFile: (name: string, reason: string) => `I could not read ${name}: ${reason}`,
  gone: 'This button does not work any more. Please write your answer.',
  waitsFor: (name: string) => `This has to be answered by ${name || 'the person who asked'} first.`,
  choose: 'Answer with a number:',
  approve: 'Allow',
  approveSay: 'yes',
  refuse: 'Refuse',
  refuseSay: 'no',
}
const zh: typeof en = {
  help: (name) =>
    `我是${name}，有问题请直接发给我。\n\n- /new 开始新的会话\n- /stop 停止正在生成的回答\n- /help 查看帮助`,
  fresh: '已开始新的会话。',
  stopped: '已停止。',
  hello: (name) => `你好，我是${name}，有什么可以帮你？`,
  failed: '暂时无法回答，请稍后再试。',
  tooOld: '你的消息已超过一天，未作回答。如仍需要，请重新发送。',
  tooMany: '消息过多，较早的消息未处理。',
  badFile: (name, reason) => `无法读取 ${name}：${reason}`,
  gone: '该按钮已失效，请直接输入你的回答。',
  waitsFor: (name) => `需要先由${name || '提问者'}回答。`,
  choose: '请回复序号：',
  approve: '允许',
  approveSay: '同意',
  refuse: '拒绝',
  refuseSay: '拒绝',
}
/** Texts that the channel itself sends to people, in their language. */
export const wordsFor = (locale: Locale | undefined) => (locale === 'zh-CN' ? zh : en)
