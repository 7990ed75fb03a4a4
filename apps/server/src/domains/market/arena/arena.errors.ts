import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const arenaErrors = defineErrors(ErrorCode.arena, {
  fewModels: {
    status: 409,
    en: 'A battle needs two models that can be used. Ask the administrator to let more models take part under Arena',
    zh: '对战至少需要两个可用模型，请管理员在“竞技场”中添加参赛模型',
  },
  earlyVote: {
    status: 409,
    en: 'pk_id: vote once both sides have answered',
    zh: 'pk_id：双方都回答后才能投票',
  },
  votedAlready: {
    status: 409,
    en: 'pk_id: you have voted on this battle. Start another one',
    zh: 'pk_id：这场对战已经投过票，请开始新的对战',
  },
  sideFailed: {
    status: 409,
    en: 'One side of this battle has failed. Start another one',
    zh: '本场对战有一方未能回答，请开始新的对战',
  },
  lastRound: {
    status: 409,
    en: 'A battle has {most} questions at most. Vote now',
    zh: '每场对战最多提问 {most} 次，请投票',
  },
  sideBusy: {
    status: 409,
    en: 'conversation_id: a side is still answering. Wait for it, or stop it',
    zh: 'conversation_id：还有一方正在回答，请等待或先停止',
  },
  otherQuestion: {
    status: 400,
    en: 'query: both sides are asked the same question. Send the question that the other side got',
    zh: 'query：双方必须回答同一问题，请发送另一方收到的问题',
  },
  dayUsed: {
    status: 429,
    en: 'You have started {most} battles today. Continue tomorrow',
    zh: '今天已开始 {most} 场对战，请明天再来',
  },
  costUsed: {
    status: 429,
    en: 'The budget of the arena for today is used up. Continue tomorrow, or ask the administrator',
    zh: '竞技场今日预算已用完，请明天再来或联系管理员',
  },
  needsTools: {
    status: 409,
    en: 'bot_id: this bot uses tools, and fewer than two models of the arena can call tools. Choose another bot',
    zh: 'bot_id：该智能体需要调用工具，而支持工具调用的参赛模型不足两个，请选择其他智能体',
  },
  noBots: {
    status: 409,
    en: 'The store lists no bot that can be used in the arena. Choose plain models',
    zh: '商店中暂无可用于竞技场的智能体，请选择直接比较模型',
  },
  notVoted: {
    status: 409,
    en: 'pk_id: vote before you leave feedback',
    zh: 'pk_id：请先投票再反馈',
  },
  feedbackClosed: {
    status: 409,
    en: 'pk_id: feedback can be changed for 24 hours after the vote',
    zh: 'pk_id：反馈只能在投票后 24 小时内修改',
  },
  unknownTag: {
    status: 400,
    en: '{field}: “{tag}” is not one of the tags of this battle',
    zh: '{field}：“{tag}”不是本场对战的标签',
  },
  notABattleBot: {
    status: 409,
    en: 'bot_id: only published bots with a single agent can be used in the arena. Choose another bot',
    zh: 'bot_id：竞技场仅支持已发布的单智能体，请选择其他智能体',
  },
  nothingRunning: {
    status: 409,
    en: 'conversation_id: nothing is being answered at the moment',
    zh: 'conversation_id：当前没有正在进行的回答',
  },
})

export const arenaBankErrors = defineErrors(ErrorCode.arenaBank, {
  noColumn: {
    status: 400,
    en: 'csv: the first line has to name a column question; a column answer is optional',
    zh: 'csv：首行需包含 question 列，answer 列可选',
  },
  noRows: { status: 400, en: 'csv: there are no questions below the first line', zh: 'csv：首行之后没有题目' },
  tooManyRows: {
    status: 400,
    en: 'csv: {count} questions, at most {most}. Split the file',
    zh: 'csv：共 {count} 道题，最多 {most} 道，请拆分文件',
  },
  badRow: { status: 400, en: 'csv, line {line}: {problem}', zh: 'csv 第 {line} 行：{problemZh}' },
  builtIn: {
    status: 409,
    en: 'bank_id: banks that come with the product cannot be deleted. Turn it off',
    zh: 'bank_id：内置题库不能删除，可将其停用',
  },
  nameTaken: { status: 409, en: 'name: a bank with this name exists', zh: 'name：已存在同名题库' },
})

export const arenaBoardErrors = defineErrors(ErrorCode.arenaBoard, {
  noEdition: {
    status: 404,
    en: 'id: there is no such edition. Leave it empty for the newest one',
    zh: 'id：没有这一期榜单，留空则返回最新一期',
  },
  votesNeeded: {
    status: 403,
    en: 'Vote on {count} more battles to see the leaderboard',
    zh: '再投 {count} 票即可查看排行榜',
  },
  noJudge: {
    status: 409,
    en: 'Choose a judge under Arena before you have battles judged',
    zh: '请先在“竞技场”中选择裁判模型',
  },
  judgeTakesPart: {
    status: 409,
    en: 'The judge takes part in every battle that is left. Choose another model as the judge',
    zh: '剩余对战都有裁判模型参赛，请更换裁判模型',
  },
  noModel: {
    status: 404,
    en: 'model_id: this is not a chat model of the instance',
    zh: 'model_id：不是本实例的对话模型',
  },
})
