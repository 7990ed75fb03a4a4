import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { maySpace, type SpaceAction, SpaceRole, SpaceType } from '../packages/contract/src/shared/policy.ts'
import { goTo } from './lib/go-to.ts'
import { openStudioInside } from './lib/studio-here.ts'
import { noComplaints, type Person, type Language } from './lib/studio.ts'
import { register } from './lib/register.ts'
import { texts } from './lib/texts.ts'
import { expectTranslated } from './lib/screen.ts'

/** Registration, teams, invitations, and the permissions of each role. */
const studio = openStudioInside()

/** One call for each action of the space matrix, sent from the page with the session of its user. */
const acts: Record<
  Exclude<
    SpaceAction,
    'view' | 'createResource' | 'exit' | 'transfer' | 'delete' | 'api' | 'manageModels' | 'manageConnectors'
  >,
  (space: string, who: string) => [string, object]
> = {
  update: (space) => ['/api/space/update', { space_id: space, name: 'Renamed', description: '' }],
  addMember: (space) => ['/api/space/invite', { space_id: space, team_invite_link_status: true, func: 1 }],
  updateMember: (space, who) => ['/api/space/member/update', { space_id: space, user_id: who, space_role_type: 3 }],
  removeMember: (space) => ['/api/space/member/remove', { space_id: space, remove_user_id: '1' }],
  audit: (space) => ['/api/space/audit/list', { space_id: space }],
  approveReleases: (space) => [
    '/api/devops/prompt_platform/v1/prompt/release_settings/save',
    { space_id: space, approval: false, protected_labels: [] },
  ],
  observe: (space) => ['/api/trace/space/settings/save', { space_id: space, keep_days: 90 }],
}
const statusOf = (page: Page, [url, body]: [string, object]) =>
  page.evaluate(
    async ([target, input]) => {
      const headers = { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' }
      return (await fetch(target as string, { method: 'POST', headers, body: JSON.stringify(input) })).status
    },
    [url, body] as const,
  )

describe('in English', () => {
  const language: Language = 'en'
  const t = texts(language)
  const suffix = language.toLowerCase()
  const team = 'Night desk'
  let owner: Person
  let admin: Person
  let member: Person
  let spaceId = ''
  let invitation = ''
  const membersPage = (page: Page) => goTo(page, `/space/${spaceId}/members`)
  const roleButton = (page: Page, name: string) =>
    row(page, name).getByRole('button', { name: new RegExp(t('space', 'role.of', { name, role: '' })) })
  const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

  test('a new user registers and creates a team', async () => {
    owner = await studio.person(language)
    await owner.page.goto('/')
    await expectTranslated(owner.page, `sign-${suffix}`)
    await register(owner.page, language, `olga-${suffix}@example.test`)
    await owner.page.waitForURL(/\/space\/\d+\/develop/)
    await owner.page.getByRole('button', { name: new RegExp(t('shell', 'space.switch')) }).click()
    await owner.page.getByRole('button', { name: t('shell', 'space.createTeam') }).click()
    const dialog = owner.page.getByRole('dialog', { name: t('shell', 'team.title') })
    const create = dialog.getByRole('button', { name: t('shell', 'team.create') })
    await expect.poll(() => create.isDisabled()).toBe(true)
    await dialog.getByLabel(t('shell', 'team.name')).fill(team)
    const before = owner.page.url()
    await create.click()
    await owner.page.waitForURL((url) => url.href !== before && /\/space\/\d+\/develop/.test(url.href))
    spaceId = /\/space\/(\d+)\//.exec(owner.page.url())![1]!
  })

  test('a second user is invited by link, registers and becomes a member', async () => {
    await membersPage(owner.page)
    await owner.page.getByRole('button', { name: t('space', 'invite.open') }).click()
    await owner.page.getByRole('switch', { name: t('space', 'link.switch') }).click()
    const link = owner.page.getByLabel(t('space', 'link.label'))
    await link.waitFor()
    invitation = await link.inputValue()
    expect(invitation).toMatch(/\/invite\/[\w-]{40,}$/)
    await expectTranslated(owner.page, `invite-${suffix}`)

    member = await studio.person(language)
    await member.page.goto(new URL(invitation).pathname)
    await member.page.getByText(team).first().waitFor()
    await expectTranslated(member.page, `invited-${suffix}`)
    const button = member.page
      .getByRole('link', { name: t('passport', 'invite.register') })
      .or(member.page.getByRole('button', { name: t('passport', 'invite.register') }))
    await button.first().click()
    await register(member.page, language, `mira-${suffix}@example.test`)
    await member.page.waitForURL(new RegExp(`/space/${spaceId}/develop`))
  })

  test('a third user is added by name and made an admin', async () => {
    admin = await studio.person(language)
    await admin.page.goto('/sign')
    await register(admin.page, language, `anna-${suffix}@example.test`)
    await admin.page.waitForURL(/\/space\/\d+\/develop/)
    await membersPage(owner.page)
    await owner.page.getByRole('button', { name: t('space', 'invite.open') }).click()
    await owner.page.getByLabel(t('space', 'add.label')).fill(`anna-${suffix}@example.test nobody-at-all`)
    await owner.page.getByRole('button', { name: t('space', 'add.find') }).click()
    await owner.page.getByText('nobody-at-all', { exact: false }).last().waitFor()
    await owner.page.getByRole('button', { name: t('space', 'add.action', { count: 1 }) }).click()
    await row(owner.page, `anna-${suffix}`).waitFor()
    await roleButton(owner.page, `anna-${suffix}`).click()
    await owner.page.getByRole('menuitemradio', { name: t('space', 'role.admin') }).click()
    await owner.page
      .getByText(t('space', 'role.changedOne', { name: `anna-${suffix}`, role: t('space', 'role.admin') }))
      .waitFor()
    await expectTranslated(owner.page, `members-${suffix}`)
  })

  test('the pages for members and settings show each role only what it may do', async () => {
    const people = {
      owner: [owner, SpaceRole.owner],
      admin: [admin, SpaceRole.admin],
      member: [member, SpaceRole.member],
    } as const
    for (const [who, [person, role]] of Object.entries(people) as [string, readonly [Person, SpaceRole]][]) {
      const { page } = person
      const may = (action: SpaceAction) => maySpace(role, SpaceType.team, action)
      await membersPage(page)
      await row(page, `mira-${suffix}`).waitFor()
      const tab = (key: string) => page.getByRole('tab', { name: t('space', key) })
      await expect
        .poll(() => page.getByRole('button', { name: t('space', 'invite.open') }).count(), {
          message: `${who}: invite`,
        })
        .toBe(may('addMember') ? 1 : 0)
      const other = who === 'member' ? `anna-${suffix}` : `mira-${suffix}`
      await expect
        .poll(() => roleButton(page, other).count(), { message: `${who}: role` })
        .toBe(may('updateMember') ? 1 : 0)
      await expect
        .poll(() => roleButton(page, `olga-${suffix}`).count(), { message: `${who}: the owner's role stays` })
        .toBe(0)
      await expect.poll(() => tab('tab.activity').count(), { message: `${who}: activity` }).toBe(may('audit') ? 1 : 0)
      await goTo(page, `/space/${spaceId}/members?tab=settings`)
      await page.getByLabel(t('space', 'settings.name'), { exact: false }).first().waitFor()
      await expect
        .poll(() => page.getByRole('button', { name: t('space', 'delete.open') }).count(), {
          message: `${who}: delete`,
        })
        .toBe(may('delete') ? 1 : 0)
      await expect
        .poll(() => page.getByRole('button', { name: t('space', 'settings.save') }).count(), {
          message: `${who}: rename`,
        })
        .toBe(may('update') ? 1 : 0)
      await expectTranslated(page, `settings-${who}-${suffix}`)
    }
  })

  test('the server enforces the same permissions, regardless of the page', async () => {
    const memberId = await member.page.evaluate(async () => {
      const response = await fetch('/api/passport/account/info/v2/', {
        method: 'POST',
        headers: { 'x-requested-with': 'XMLHttpRequest' },
      })
      return ((await response.json()) as { data: { user_id_str: string } }).data.user_id_str
    })
    const people = [
      [member, SpaceRole.member],
      [admin, SpaceRole.admin],
      [owner, SpaceRole.owner],
    ] as const
    for (const [person, role] of people)
      for (const [action, make] of Object.entries(acts) as [SpaceAction, (typeof acts)['audit']][]) {
        const status = await statusOf(person.page, make(spaceId, memberId))
        expect(status === 403, `${action} as role ${role} answered ${status}`).toBe(
          !maySpace(role, SpaceType.team, action),
        )
      }
    const outsider = await studio.person(language)
    await outsider.page.goto('/sign')
    await register(outsider.page, language, `otto-${suffix}@example.test`)
    await outsider.page.waitForURL(/\/space\/\d+\/develop/)
    for (const make of Object.values(acts)) expect(await statusOf(outsider.page, make(spaceId, memberId))).toBe(404)
    await outsider.page.goto(`/space/${spaceId}/members`)
    await expect.poll(() => outsider.page.getByText('olga', { exact: false }).count()).toBe(0)
    await expectTranslated(outsider.page, `outsider-${suffix}`)
  })

  test('a removed member loses access immediately', async () => {
    await membersPage(owner.page)
    await row(owner.page, `mira-${suffix}`)
      .getByRole('button', { name: t('space', 'menu.label', { name: `mira-${suffix}` }) })
      .click()
    await owner.page.getByRole('menuitem', { name: t('space', 'menu.remove') }).click()
    await owner.page.getByRole('button', { name: t('space', 'remove.actionOne', { name: `mira-${suffix}` }) }).click()
    await row(owner.page, `mira-${suffix}`).waitFor({ state: 'detached' })
    await member.page.goto(`/space/${spaceId}/members`)
    expect(await statusOf(member.page, ['/api/space/member/detail', { space_id: spaceId }])).toBe(404)
    noComplaints(owner, admin)
  })
})

test('markup in names is shown as text, only our scripts run, and pages cannot be framed', async () => {
  const person = await studio.person('en')
  await person.page.goto('/sign')
  await register(person.page, 'en', 'xena@example.test')
  await person.page.waitForURL(/\/space\/\d+\/develop/)
  const name = '<img src=x onerror="window.hit=1">'
  const spaceId = await person.page.evaluate(async (text) => {
    const headers = { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' }
    const body = JSON.stringify({ name: text, description: 'javascript:window.hit=1' })
    return ((await (await fetch('/api/space/create', { method: 'POST', headers, body })).json()) as { id: string }).id
  }, name)
  const response = await person.page.goto(`/space/${spaceId}/members?tab=settings`)
  await person.page.getByText(name).first().waitFor()
  expect(await person.page.evaluate(() => (window as { hit?: number }).hit)).toBeUndefined()
  const policy = response!.headers()['content-security-policy']!
  // Besides our own files, only inline scripts of the page are allowed, by their hashes.
  expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/=]+')*;/)
  expect(policy).toContain("frame-ancestors 'none'")
})
