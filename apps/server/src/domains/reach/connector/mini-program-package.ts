import { pack } from 'tar-stream'

/** The files of a mini program with one page, which shows the web page of a bot on a verified domain. */
function filesOf(appId: string, title: string, address: string): Record<string, string> {
  const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`
  return {
    'app.js': 'App({})\n',
    'app.json': json({ pages: ['pages/chat/chat'], window: { navigationBarTitleText: title } }),
    'project.config.json': json({
      appid: appId,
      compileType: 'miniprogram',
      projectname: title,
      setting: { es6: true },
    }),
    'pages/chat/chat.js': `Page({ data: { address: ${JSON.stringify(address)} } })\n`,
    'pages/chat/chat.json': json({ navigationBarTitleText: title }),
    'pages/chat/chat.wxml': '<web-view src="{{address}}" />\n',
  }
}

export async function miniProgramPackage(appId: string, title: string, address: string): Promise<Buffer> {
  const archive = pack()
  for (const [name, text] of Object.entries(filesOf(appId, title, address))) archive.entry({ name }, text)
  archive.finalize()
  const chunks: Buffer[] = []
  for await (const chunk of archive) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
