import { buttons, header, list, type Say, type Template, variable } from './template-parts.ts'

/** Two buttons that send an answer for the person, one of them styled as dangerous. */
const decision = (say: Say) =>
  buttons(
    {
      label: say('Approve', '同意'),
      look: 'main',
      repeatable: false,
      action: { type: 'say', text: say('I approve {{title}}', '同意：{{title}}') },
    },
    {
      label: say('Reject', '拒绝'),
      look: 'danger',
      repeatable: false,
      action: { type: 'say', text: say('I reject {{title}}', '拒绝：{{title}}') },
    },
  )
const submit = (label: string, text: string) =>
  buttons({ label, look: 'main', repeatable: false, action: { type: 'submit', text } })

/** Cards for arrangements between people: dates, decisions, contacts, votes, trips and the weather. */
export const peopleTemplates: Template[] = [
  {
    name: ['Booking', '预约'],
    draw: (say) => ({
      elements: [
        header(say('Book an appointment', '预约服务'), '{{place}}'),
        {
          id: 'select_1',
          type: 'select',
          name: 'service',
          label: say('Service', '服务项目'),
          options: [say('Consultation', '咨询'), say('Repair', '维修'), say('Pick-up', '取件')],
          required: true,
        },
        { id: 'date_1', type: 'date', name: 'day', label: say('Day', '日期'), required: true },
        {
          id: 'input_1',
          type: 'input',
          name: 'note',
          label: say('Note', '备注'),
          placeholder: say('Anything we should know?', '有什么需要我们提前了解的？'),
          lines: 2,
          required: false,
        },
        submit(
          say('Book', '提交预约'),
          say('{{input.service}} on {{input.day}}. {{input.note}}', '{{input.day}}，{{input.service}}。{{input.note}}'),
        ),
      ],
      variables: [variable('place', say('Place', '地点'), say('Harbour Street 12', '港口路 12 号'))],
    }),
  },
  {
    name: ['Approval', '审批'],
    draw: (say) => ({
      elements: [
        { id: 'tag_1', type: 'tag', text: '{{kind}}', tone: 'warn' },
        header('{{title}}', '{{person}}'),
        {
          id: 'facts_1',
          type: 'facts',
          rows: [
            { label: say('Amount', '金额'), value: '{{amount}}' },
            { label: say('Needed by', '截止日期'), value: '{{day}}' },
          ],
        },
        { id: 'text_1', type: 'text', text: '{{reason}}', tone: 'muted' },
        decision(say),
      ],
      variables: [
        variable('kind', say('Kind', '类型'), say('Purchase', '采购')),
        variable('title', say('Title', '标题'), say('Two office chairs', '办公椅两把')),
        variable('person', say('Requested by', '申请人'), say('Anna Lindqvist', '李安娜')),
        variable('amount', say('Amount', '金额'), say('€ 480', '¥ 3,600')),
        variable('day', say('Needed by', '截止日期'), '2026-12-01'),
        variable('reason', say('Reason', '理由'), say('The old ones are broken.', '原有的已损坏。')),
      ],
    }),
  },
  {
    name: ['Contact', '联系人'],
    draw: (say) => ({
      elements: [
        {
          id: 'columns_1',
          type: 'columns',
          columns: [
            { elements: [{ id: 'picture_1', type: 'picture', src: '{{photo}}', alt: '{{name}}' }] },
            {
              elements: [
                { id: 'header_1', type: 'header', title: '{{name}}', subtitle: '{{role}}' },
                {
                  id: 'facts_1',
                  type: 'facts',
                  rows: [
                    { label: say('Phone', '电话'), value: '{{phone}}' },
                    { label: say('Email', '邮箱'), value: '{{email}}' },
                  ],
                },
              ],
            },
          ],
        },
        buttons({
          label: say('Open profile', '查看主页'),
          look: 'plain',
          repeatable: true,
          action: { type: 'open', url: '{{link}}' },
        }),
      ],
      variables: [
        variable('photo', say('Photo', '头像'), '', 'image'),
        variable('name', say('Name', '姓名'), say('Jonas Weber', '王强')),
        variable('role', say('Role', '职务'), say('Support', '客户支持')),
        variable('phone', say('Phone', '电话'), '+49 30 000000'),
        variable('email', say('Email', '邮箱'), 'support@example.org'),
        variable('link', say('Profile', '主页'), 'https://example.org', 'link'),
      ],
    }),
  },
  {
    name: ['Poll', '投票'],
    draw: (say) => ({
      elements: [
        header('{{question}}', '{{closes}}'),
        {
          id: 'select_1',
          type: 'select',
          name: 'choice',
          label: say('Your vote', '你的选择'),
          options: [say('Monday', '周一'), say('Wednesday', '周三'), say('Friday', '周五')],
          required: true,
        },
        submit(say('Vote', '投票'), say('My vote: {{input.choice}}', '我选{{input.choice}}')),
      ],
      variables: [
        variable('question', say('Question', '问题'), say('Which day suits you?', '哪天方便？')),
        variable('closes', say('Closes', '截止时间'), say('Open until Thursday', '周四截止')),
      ],
    }),
  },
  {
    name: ['Itinerary', '行程安排'],
    draw: (say) => ({
      elements: [
        header('{{title}}', '{{dates}}'),
        {
          id: 'list_1',
          type: 'list',
          items: 'stops',
          elements: [
            { id: 'tag_1', type: 'tag', text: '{{item.time}}', tone: 'normal' },
            { id: 'header_2', type: 'header', title: '{{item.place}}', subtitle: '{{item.note}}' },
          ],
        },
        { id: 'footer_1', type: 'footer', text: '{{source}}' },
      ],
      variables: [
        variable('title', say('Title', '标题'), say('A day in Lisbon', '里斯本一日游')),
        variable('dates', say('Dates', '日期'), '2026-12-05'),
        list(
          'stops',
          say('Stops', '行程'),
          [
            { name: 'time', type: 'text', title: say('Time', '时间') },
            { name: 'place', type: 'text', title: say('Place', '地点') },
            { name: 'note', type: 'text', title: say('Note', '说明') },
          ],
          [
            { time: '10:00', place: say('Tile museum', '瓷砖博物馆'), note: say('Tickets at the door', '现场购票') },
            { time: '14:00', place: say('Belém tower', '贝伦塔'), note: say('Tram 15', '乘 15 路电车') },
          ],
        ),
        variable('source', say('Source', '来源'), say('Times are local', '均为当地时间')),
      ],
    }),
  },
  {
    name: ['Weather', '天气'],
    draw: (say) => ({
      elements: [
        header('{{city}}', '{{now}}'),
        {
          id: 'facts_1',
          type: 'facts',
          rows: [
            { label: say('Wind', '风力'), value: '{{wind}}' },
            { label: say('Rain', '降水概率'), value: '{{rain}}' },
          ],
        },
        {
          id: 'table_1',
          type: 'table',
          items: 'days',
          columns: [
            { title: say('Day', '日期'), value: '{{item.day}}' },
            { title: say('Sky', '天气'), value: '{{item.sky}}' },
            { title: say('High', '最高'), value: '{{item.high}}°' },
            { title: say('Low', '最低'), value: '{{item.low}}°' },
          ],
        },
      ],
      variables: [
        variable('city', say('City', '城市'), say('Lisbon', '上海')),
        variable('now', say('Now', '当前天气'), say('Sunny, 19°', '晴，19°')),
        variable('wind', say('Wind', '风力'), say('12 km/h', '3 级')),
        variable('rain', say('Rain', '降水概率'), '10 %'),
        list(
          'days',
          say('Days', '未来几天'),
          [
            { name: 'day', type: 'text', title: say('Day', '日期') },
            { name: 'sky', type: 'text', title: say('Sky', '天气') },
            { name: 'high', type: 'number', title: say('High', '最高温') },
            { name: 'low', type: 'number', title: say('Low', '最低温') },
          ],
          [
            { day: say('Tomorrow', '明天'), sky: say('Cloudy', '多云'), high: 17, low: 11 },
            { day: say('Friday', '周五'), sky: say('Rain', '小雨'), high: 15, low: 10 },
          ],
        ),
      ],
    }),
  },
]
