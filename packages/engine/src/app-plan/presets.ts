import type { PlanField } from '@orrery/contract'
import { fieldFor, type PlanLanguage, withRequired } from './field-words.ts'

/** A kind of record that people often keep, with its usual fields, which are parsed like those of a description. */
export interface Preset {
  name: string
  en: RegExp
  zh: RegExp
  title: Readonly<Record<PlanLanguage, string>>
  fields: Readonly<Record<PlanLanguage, string>>
}
const preset = (
  name: string,
  [en, zh]: [RegExp, RegExp],
  [titleEn, titleZh]: [string, string],
  [fieldsEn, fieldsZh]: [string, string],
): Preset => ({ name, en, zh, title: { en: titleEn, zh: titleZh }, fields: { en: fieldsEn, zh: fieldsZh } })

export const presets: readonly Preset[] = [
  preset(
    'orders',
    [/\borders?\b/i, /订单|下单|点餐/],
    ['Orders', '订单'],
    [
      'customer; product; quantity; price; status (New, Paid, Shipped)',
      '客户;商品;数量;价格;状态（新建、已付款、已发货）',
    ],
  ),
  preset(
    'bookings',
    [/\b(?:bookings?|reservations?|appointments?)\b/i, /预约|预订|挂号/],
    ['Bookings', '预约'],
    [
      'name; phone; date; people; status (Requested, Confirmed, Cancelled); notes',
      '姓名;电话;日期;人数;状态（待确认、已确认、已取消）;备注',
    ],
  ),
  preset(
    'registrations',
    [/\b(?:registrations?|sign-?ups?|rsvps?|enrol?ments?|attendees|participants)\b/i, /报名|签到|注册登记/],
    ['Registrations', '报名'],
    ['name; email; phone; attending; notes', '姓名;邮箱;电话;是否参加;备注'],
  ),
  preset(
    'feedback',
    [/\b(?:feedback|reviews?|complaints?|suggestions?)\b/i, /反馈|意见|投诉|评价|建议/],
    ['Feedback', '反馈'],
    ['name; rating; message; status (New, Read, Answered)', '姓名;评分;内容;状态（未读、已读、已回复）'],
  ),
  preset(
    'responses',
    [/\b(?:surveys?|polls?|questionnaires?)\b/i, /问卷|调查|投票/],
    ['Responses', '答卷'],
    ['name; satisfaction (Very happy, Happy, Unhappy); comment', '姓名;满意度（很满意、满意、不满意）;意见'],
  ),
  preset(
    'tickets',
    [/\b(?:tickets?|bugs?|issues?|repairs?|incidents?|maintenance requests?)\b/i, /工单|报修|故障|维修|缺陷/],
    ['Tickets', '工单'],
    ['title; description; priority; status; reported by', '标题;描述;优先级;状态;联系人'],
  ),
  preset(
    'tasks',
    [/\b(?:tasks?|to-?dos?|chores?)\b/i, /任务|待办|计划事项/],
    ['Tasks', '任务'],
    ['title; assignee; due date; priority; done', '标题;负责人;截止日期;优先级;是否完成'],
  ),
  preset(
    'expenses',
    [/\b(?:expenses?|spending|costs|receipts?|reimbursements?)\b/i, /支出|费用|报销|记账|花销|开支/],
    ['Expenses', '支出'],
    [
      'title; amount; date; category (Food, Travel, Home, Other); notes',
      '名称;金额;日期;类别（餐饮、交通、居家、其他）;备注',
    ],
  ),
  preset(
    'invoices',
    [/\b(?:invoices?|bills?|payments?)\b/i, /发票|账单|付款记录/],
    ['Invoices', '账单'],
    ['customer; amount; due date; paid', '客户;金额;截止日期;已付款'],
  ),
  preset(
    'products',
    [/\b(?:products?|inventory|stock|warehouse|goods|equipment|assets)\b/i, /库存|商品|产品|仓库|物料|设备|资产/],
    ['Products', '商品'],
    ['name; category; quantity; price; notes', '名称;类别;数量;价格;备注'],
  ),
  preset(
    'customers',
    [/\b(?:customers?|clients?|leads?|crm|contacts?)\b/i, /客户|线索|联系人|通讯录/],
    ['Customers', '客户'],
    [
      'name; company; phone; email; status (New, Active, Lost); notes',
      '姓名;公司;电话;邮箱;状态（新客户、跟进中、已流失）;备注',
    ],
  ),
  preset(
    'applications',
    [/\b(?:applications?|applicants?|candidates?|hiring|recruit\w*)\b/i, /招聘|求职|应聘|候选人|申请/],
    ['Applications', '申请'],
    [
      'name; email; position; status (Received, Interview, Hired, Rejected); notes',
      '姓名;邮箱;职位;状态（已收到、面试中、已录用、未通过）;备注',
    ],
  ),
  preset(
    'students',
    [/\b(?:students?|pupils?|grades|classes)\b/i, /学生|学员|成绩/],
    ['Students', '学生'],
    ['name; class name; score; notes', '姓名;班级;成绩;备注'],
  ),
  preset(
    'attendance',
    [/\b(?:attendance|check-?ins?|shifts?|timesheets?)\b/i, /考勤|上班打卡|排班|工时/],
    ['Attendance', '考勤'],
    ['name; date; hours; status (Present, Late, Absent)', '姓名;日期;小时;状态（出勤、迟到、缺勤）'],
  ),
  preset(
    'leave_requests',
    [/\b(?:leave|vacation|holiday|time off) requests?\b|\btime off\b/i, /请假|休假/],
    ['Leave requests', '请假'],
    [
      'name; start date; end date; reason; status (Requested, Approved, Rejected)',
      '姓名;开始日期;结束日期;原因;状态（待审批、已同意、已拒绝）',
    ],
  ),
  preset(
    'books',
    [/\b(?:books?|reading|library loans?)\b/i, /图书|读书|书籍|借阅/],
    ['Books', '图书'],
    ['title; author; rating; status (To read, Reading, Read); notes', '书名;作者;评分;状态（想读、在读、已读）;备注'],
  ),
  preset(
    'recipes',
    [/\b(?:recipes?|meals?|dishes)\b/i, /菜谱|食谱|菜品/],
    ['Recipes', '菜谱'],
    ['name; ingredients; steps; minutes', '名称;食材;步骤;分钟'],
  ),
  preset(
    'workouts',
    [/\b(?:workouts?|exercise|training log|fitness|habits?)\b/i, /健身|运动|锻炼|习惯/],
    ['Workouts', '运动'],
    ['activity; date; minutes; notes', '项目;日期;分钟;备注'],
  ),
  preset(
    'meetings',
    [/\b(?:meetings?|minutes of meetings|events?)\b/i, /会议|活动安排|日程/],
    ['Meetings', '会议'],
    ['title; date; people; summary', '主题;日期;人数;内容'],
  ),
  preset(
    'visitors',
    [/\b(?:visitor log|visitors|guests?)\b/i, /访客|来访|来宾/],
    ['Visitors', '访客'],
    ['name; company; phone; date; reason', '姓名;公司;电话;日期;原因'],
  ),
  preset(
    'notes',
    [/\b(?:notes|diary|journal|diaries)\b/i, /笔记|日记|备忘/],
    ['Notes', '笔记'],
    ['title; content; date', '标题;内容;日期'],
  ),
]
export const presetFields = (one: Preset, language: PlanLanguage): PlanField[] =>
  withRequired(one.fields[language].split(';').flatMap((part, at) => fieldFor(part, at) ?? []))
