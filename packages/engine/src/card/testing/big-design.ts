import type { CardDesign } from '@orrery/contract'

/** A card with an element of every type. */
export const bigDesign: CardDesign = {
  format: 'card/1',
  elements: [
    { id: 'header_1', type: 'header', title: '{{headline}}', subtitle: 'Today' },
    { id: 'tag_1', type: 'tag', text: 'New', tone: 'good' },
    { id: 'text_1', type: 'text', text: 'Some <b>text</b> & more', tone: 'normal' },
    { id: 'note_1', type: 'markdown', text: '{{note}}' },
    { id: 'picture_1', type: 'picture', src: 'https://a.test/p.png', alt: 'A picture' },
    { id: 'facts_1', type: 'facts', rows: [{ label: 'Price', value: '12' }] },
    {
      id: 'columns_1',
      type: 'columns',
      columns: [
        { elements: [{ id: 'left_1', type: 'text', text: 'Left', tone: 'muted' }] },
        { elements: [{ id: 'right_1', type: 'text', text: 'Right', tone: 'muted' }] },
      ],
    },
    { id: 'divider_1', type: 'divider' },
    { id: 'table_1', type: 'table', items: 'rows', columns: [{ title: 'Title', value: '{{item.title}}' }] },
    { id: 'chart_1', type: 'chart', items: 'rows', label: '{{item.title}}', value: '{{item.count}}' },
    { id: 'progress_1', type: 'progress', label: 'Done', value: '3', max: '10' },
    {
      id: 'list_1',
      type: 'list',
      items: 'rows',
      elements: [
        { id: 'item_1', type: 'text', text: '{{index}}. {{item.title}}', tone: 'normal' },
        {
          id: 'links_1',
          type: 'buttons',
          buttons: [
            {
              id: 'link_1',
              label: 'Open {{item.title}}',
              look: 'plain',
              repeatable: true,
              action: { type: 'open', url: '{{item.link}}' },
            },
          ],
        },
      ],
    },
    { id: 'input_1', type: 'input', name: 'name', label: 'Name', placeholder: '', lines: 1, required: true },
    { id: 'select_1', type: 'select', name: 'city', label: 'City', options: ['Lima'], required: false },
    { id: 'date_1', type: 'date', name: 'day', label: 'Day', required: false },
    { id: 'rating_1', type: 'rating', name: 'stars', label: 'Stars', max: 5, required: false },
    {
      id: 'buttons_1',
      type: 'buttons',
      buttons: [
        { id: 'say_1', label: 'More', look: 'main', repeatable: false, action: { type: 'say', text: 'More' } },
        { id: 'send_1', label: 'Send', look: 'plain', repeatable: false, action: { type: 'submit', text: '' } },
      ],
    },
    { id: 'footer_1', type: 'footer', text: 'The end' },
  ],
  variables: [
    { name: 'headline', type: 'text', title: 'Headline', sample: 'News of Lima', default: 'No news', fields: [] },
    { name: 'note', type: 'text', title: 'Note', sample: '**Bold**', default: '', fields: [] },
    {
      name: 'rows',
      type: 'list',
      title: 'Rows',
      sample: [
        { title: 'One', link: 'https://a.test/1', count: 3 },
        { title: 'Two', link: 'https://a.test/2', count: 5 },
      ],
      default: '',
      fields: [
        { name: 'title', type: 'text', title: 'Title' },
        { name: 'link', type: 'link', title: 'Link' },
        { name: 'count', type: 'number', title: 'Count' },
      ],
    },
  ],
}
