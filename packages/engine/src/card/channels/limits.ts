/** Limits of each channel as documented by its vendor; in characters unless named bytes. */
export const channelLimits = {
  default: { bytes: 100_000, elements: 200 },
  feishu: { bytes: 30_000 },
  slack: { blocks: 50, section: 3000, header: 150, fields: 10, buttons: 25, label: 75, characters: 13_000 },
  discord: { components: 40, characters: 4000, buttonsInRow: 5, label: 80, pictures: 10 },
  telegram: { text: 4096, caption: 1024, label: 64, buttons: 100, buttonsInRow: 3 },
  whatsapp: { body: 1024, header: 60, footer: 60, buttons: 3, label: 20, rows: 10, rowTitle: 24, text: 4096 },
  messenger: { elements: 10, title: 80, buttons: 3, label: 20, buttonText: 640, text: 2000 },
  line: { bubbleBytes: 30_000, carouselBytes: 50_000, bubbles: 12, altText: 400, label: 20 },
} as const
