import type { PlanPageKind } from '@orrery/contract/shared/app-plan-rules'

interface Described {
  words: string
  /** Tables that the plan must contain. */
  tables: string[]
  kinds: PlanPageKind[]
  /** A field that the first table must contain. */
  field?: string
}
const d = (words: string, tables: string[], kinds: string, field?: string): Described => ({
  words,
  tables,
  kinds: kinds.split(' ') as PlanPageKind[],
  ...(field && { field }),
})
/** Typical descriptions in both languages. Each of them must become an app without a model. */
export const descriptions: readonly Described[] = [
  d(
    'An app to track my expenses with title, amount, date and category (food, travel, other)',
    ['expenses'],
    'form table dashboard chat',
    'amount',
  ),
  d(
    'A booking page for a small restaurant. Guests leave name, phone, date and number of people',
    ['bookings'],
    'form table',
    'name',
  ),
  d(
    'Collect feedback from customers with a rating and a message, and show statistics',
    ['feedback'],
    'form table dashboard',
    'rating',
  ),
  d('A to-do list for our team', ['tasks'], 'form table dashboard chat', 'due_date'),
  d(
    'Build me a simple CRM to manage leads with name, company, phone, status (new, talking, won, lost)',
    ['customers'],
    'form table',
    'company',
  ),
  d('A chat assistant that answers questions about our return policy', [], 'chat'),
  d('Summarise long articles into a few sentences', [], 'flow'),
  d('Translate product descriptions into other languages', [], 'flow'),
  d('Inventory of a warehouse: product, quantity, price, shelf', ['products'], 'form table dashboard', 'shelf'),
  d('A survey about working from home', ['responses'], 'form table', 'satisfaction'),
  d(
    'I need a page where tenants report repairs with title, description, priority and room',
    ['tickets'],
    'form table',
    'priority',
  ),
  d(
    'Students sign up for courses. Registrations include name, email, course and notes',
    ['registrations'],
    'form table',
    'course',
  ),
  d(
    'Keep a reading list of books with title, author, rating and whether I finished it',
    ['books'],
    'form table',
    'author',
  ),
  d('Manage leave requests of our staff with a dashboard', ['leave_requests'], 'form table dashboard', 'start_date'),
  d('A recipe collection with an assistant that suggests what to cook', ['recipes'], 'form table chat', 'ingredients'),
  d('Workout log with activity, date, minutes and weight', ['workouts'], 'form table dashboard', 'weight'),
  d('Track plants with name, room, last watered date and notes', ['plants'], 'form table', 'last_watered_date'),
  d('Only a form to collect newsletter addresses with name and email', [], 'form table'),
  d('A visitor log for the front desk with name, company, reason and date', ['visitors'], 'form table', 'reason'),
  d('Write polite emails from key points', [], 'flow'),
  d('Job applications with name, email, position, and a report by status', ['applications'], 'form table dashboard'),
  d(
    '做一个记账应用，包含名称、金额、日期、类别（餐饮、交通、其他）',
    ['expenses'],
    'form table dashboard chat',
    'amount',
  ),
  d('餐厅预约系统，填写姓名、电话、日期、人数', ['bookings'], 'form table', 'phone'),
  d('收集客户反馈，并显示统计看板', ['feedback'], 'form table dashboard', 'rating'),
  d('团队任务管理，字段：标题、负责人、截止日期、优先级', ['tasks'], 'form table', 'assignee'),
  d('客户管理工具，包括姓名、公司、电话、状态（新客户、跟进中、已成交）', ['customers'], 'form table', 'company'),
  d('一个回答公司制度问题的对话助手', [], 'chat'),
  d('把长文章总结成几句话', [], 'flow'),
  d('翻译商品说明', ['products'], 'flow'),
  d('仓库库存：商品、数量、价格、备注', ['products'], 'form table dashboard', 'quantity'),
  d('员工满意度问卷调查', ['responses'], 'form table', 'satisfaction'),
  d('宿舍报修，包含标题、描述、房号、优先级', ['tickets'], 'form table', 'room'),
  d('活动报名表，包括姓名、邮箱、电话', ['registrations'], 'form table', 'email'),
  d('我的读书清单，记录图书，包含书名、作者、评分', ['books'], 'form table', 'author'),
  d('请假审批，带统计报表', ['leave_requests'], 'form table dashboard', 'start_date'),
  d('家庭菜谱大全，并有一个助手推荐做什么菜', ['recipes'], 'form table chat', 'ingredients'),
  d('健身打卡记录，包括项目、日期、分钟', ['workouts'], 'form table', 'minutes'),
  d('管理宠物，包括名字、生日、体重、备注', [], 'form table'),
  d('访客登记，填写姓名、公司、来访日期', ['visitors'], 'form table', 'company'),
  d('根据要点撰写邮件', [], 'flow'),
]
