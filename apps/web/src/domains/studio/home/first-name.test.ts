import { describe, expect, test } from 'vitest'
import { nameOf } from './first-name.ts'

describe('the name of a bot, derived from its description', () => {
  test.each([
    ['Plan short city trips for busy people. Ask for dates first.', 'City trip planner'],
    ['answer questions about our docs', 'Doc assistant'],
    ['Please make a bot that translates customer letters into French', 'Letter translator'],
    ['You are a travel agent', 'Travel agent'],
    ['  sort incoming mail  ', 'Incoming mail sorter'],
    ['Daily sales summary', 'Daily sales summary'],
    ['Help me', 'Help me'],
    ['Answer questions from our handbook', 'Handbook assistant'],
    ['Turn receipts into rows', 'Turn receipts'],
    ['x'.repeat(50), 'X' + 'x'.repeat(19)],
    ['为忙碌的人规划短途旅行，先询问日期。', '短途旅行规划助手'],
    ['回答产品问题，并给出链接', '产品问答助手'],
    ['请帮我整理收到的邮件', '邮件整理助手'],
    ['做一个写周报的智能体', '周报写作助手'],
    ['你是一位星空向导', '星空向导'],
    ['每日销售总结', '每日销售总结'],
  ])('%s', (input, name) => expect(nameOf(input)).toBe(name))
})
