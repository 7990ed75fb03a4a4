import { RoleType } from '@coze/api'
import { ConnectorId } from '@orrery/contract'
import { expect, test } from 'vitest'
import { openMailServer } from '#testing/mail-server.ts'
import { all, openOpenLab } from '#testing/open-lab.ts'
import { refuses, says } from '#testing/scripted-model.ts'

test('the owner of a gray version that the guard paused is notified in the inbox and by mail', async () => {
  const lab = await openOpenLab()
  const mails = await openMailServer()
  // Starting the jobs reads the mail server of the instance, so the mail server is set afterwards.
  await lab.t.startJobs()
  const { user, password } = mails.account
  const server = { host: '127.0.0.1', port: mails.port, security: 'none', from: 'a@example.test' } as const
  lab.t.infra.mail.use({ ...server, user, password })
  const bot_id = await lab.publishedBot({ prompt_info: { prompt: 'Official' } })
  await lab.update(bot_id, { prompt_info: { prompt: 'Gray' } })
  const { spaceId: space_id } = lab
  const settings = { review: 0, guard: true, guard_min_turns: 10, white_list: [] }
  await lab.owner.api.botVersion.saveSettings({ space_id, ...settings })
  await lab.owner.api.botVersion.publish({
    space_id,
    bot_id,
    connector_ids: [ConnectorId.api],
    version_type: 3,
    publish_id: 'gray',
    gray_config: { allow_list: { field: { type: 1 }, values: ['tester'] } },
  })
  const ask = (user_id: string) =>
    all(
      lab.coze.chat.stream({
        bot_id,
        user_id,
        additional_messages: [{ role: RoleType.User, content: 'hi', content_type: 'text' }],
      }),
    ).catch(() => [])
  for (let turn = 0; turn < 12; turn += 1) {
    lab.server.script(says('ok'))
    await ask('someone')
    lab.server.script(refuses(400, 'planted fault'))
    await ask('tester')
  }
  await lab.t.services.botGuard.checkAll()
  expect(mails.received).toEqual([])
  await lab.t.services.botGuard.checkAll()
  await expect.poll(() => mails.received.map(({ to }) => to)).toEqual([lab.owner.email])
  expect((await lab.owner.api.notice.list({})).items).toMatchObject([{ kind: 'guard', is_read: false }])
})
