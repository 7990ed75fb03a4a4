import type { CardButton, CardDesign } from '@orrery/contract'

export const button = (id: string, action: CardButton['action'], more: Partial<CardButton> = {}): CardButton => ({
  id,
  label: id,
  look: 'plain',
  repeatable: false,
  action,
  ...more,
})

/** A headline with a list of stories, and the elements that a test adds. */
export const newsDesign = (buttons: CardButton[] = [], more: CardDesign['elements'] = []): CardDesign => ({
  format: 'card/1',
  elements: [
    { id: 'header_1', type: 'header', title: '{{headline}}', subtitle: '' },
    {
      id: 'list_1',
      type: 'list',
      items: 'stories',
      elements: [{ id: 'text_1', type: 'text', text: '{{index}}. {{item.title}}', tone: 'normal' }],
    },
    ...more,
    ...(buttons.length ? [{ id: 'buttons_1', type: 'buttons' as const, buttons }] : []),
  ],
  variables: [
    { name: 'headline', type: 'text', title: 'Headline', sample: 'News', default: 'No news', fields: [] },
    {
      name: 'stories',
      type: 'list',
      title: 'Stories',
      sample: [{ title: 'One' }],
      default: '',
      fields: [{ name: 'title', type: 'text', title: 'Title' }],
    },
  ],
})
export const newsMapping = JSON.stringify({ headline: 'headline', stories: 'items', 'stories.title': 'items.title' })
