import { CrowdPlatform, CrowdStatus } from '@orrery/contract/shared/crowd-enums'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, expect, test } from 'vitest'
import { type DatasetLab, openDatasetLab } from '../dataset/testing/dataset-lab.ts'

let lab: DatasetLab
let spaceID: string
beforeAll(async () => {
  lab = await openDatasetLab()
  spaceID = lab.spaceID
})
const list = async (datasetID: string) =>
  (await lab.owner.api.datasetCrowd.list({ spaceID, searchConfig: { datasetID } })).tasks[0]!

/** Starts a crowd job on our own queue over all rows and waits for its task. */
async function begin(texts: string[], queue: object = {}, values = ['Good', 'Bad']) {
  const taskID = await lab.tag(`Mood ${texts.join(' ')}`, values)
  const made = await lab.dataset(texts)
  const { datasetID, versionID } = made
  const { jobID } = await lab.owner.api.datasetCrowd.create({
    spaceID,
    name: 'Moods',
    platform: CrowdPlatform.queue,
    aidpConfig: { taskID },
    inputConfig: { inputDatasetID: datasetID, inputDatasetVersionID: versionID },
    outputConfig: { outputMappings: [{ targetValue: 'mood', isNewColumn: true }] },
    queue,
  })
  await lab.until(async () => (await list(datasetID)).status, CrowdStatus.inProgress)
  const annotationID = (await list(datasetID)).annotationTaskID
  const { questions } = await lab.owner.api.annotationQueue.get({ spaceID, taskID: annotationID })
  return { ...made, jobID, taskID: annotationID, key: questions[0]!.key, questions }
}
type Begun = Awaited<ReturnType<typeof begin>>
const next = async (person: DatasetLab['owner'], { taskID }: Begun, skip: string[] = []) => {
  const { label: found } = await person.api.annotationQueue.next({ spaceID, taskID, skip })
  return found ? { label: found } : {}
}
async function label(person: DatasetLab['owner'], begun: Begun, answer: string) {
  const { label: found } = await next(person, begun)
  const { taskID, key } = begun
  await person.api.annotationQueue.submit({ spaceID, taskID, labelID: found!.labelID, answers: { [key]: answer } })
  return found!
}

test('two people label each row independently; agreed answers go into the column, and a person decides the rest', async () => {
  const begun = await begin(['sun', 'rain'], { blindCount: 2 })
  const { datasetID, taskID, key, questions } = begun
  expect(questions).toMatchObject([{ name: 'mood', type: 'choice', options: ['Good', 'Bad'] }])
  const { owner, member } = lab
  await expect(
    owner.api.datasetItem.addMany({ datasetID, items: [{ data: [{ key: 'text', content: 'snow' }] }] }),
  ).rejects.toMatchObject({ code: ErrorCode.dataset.locked })
  expect((await label(owner, begun, 'Good')).content).toEqual([{ name: 'text', text: 'sun' }])
  // A person never labels a row twice and never sees the label of another person.
  const second = await label(owner, begun, 'Good')
  expect(second.content[0]!.text).toBe('rain')
  expect(await next(owner, begun)).toEqual({})
  const forMember = (await next(member, begun)).label!
  expect(forMember.answers).toEqual({})
  expect((await owner.api.annotationQueue.disagreements({ spaceID, taskID })).rows).toEqual([])
  await label(member, begun, 'Good')
  await label(member, begun, 'Bad')
  await lab.until(() => lab.column(datasetID, 'mood'), ['Good', ''])
  const { task, agreement, agreements, people } = await owner.api.annotationQueue.get({ spaceID, taskID })
  expect([task.settled, task.disputed, agreement]).toEqual([1, 1, 0.5])
  expect(people.map((one) => [one.finished, one.agreement])).toEqual([
    [2, 0.5],
    [2, 0.5],
  ])
  // An agreement of one half is what chance alone would give.
  expect(agreements).toEqual([expect.objectContaining({ key, share: 0.5, kappa: 0, alpha: 0 })])
  const { rows } = await owner.api.annotationQueue.disagreements({ spaceID, taskID })
  expect(rows.map(({ labels }) => labels.map(({ answers }) => answers[key]))).toEqual([['Good', 'Bad']])
  await owner.api.annotationQueue.decide({ spaceID, taskID, rowID: rows[0]!.rowID, answers: { [key]: 'Bad' } })
  await lab.until(() => lab.column(datasetID, 'mood'), ['Good', 'Bad'])
  await lab.until(async () => (await list(datasetID)).status, CrowdStatus.completed)
  expect((await list(datasetID)).statusDetail).toEqual({ inputSize: '2', sent: '2', received: '2' })
  // The dataset is unlocked, and labels of the closed task cannot change.
  await owner.api.datasetItem.addMany({ datasetID, items: [{ data: [{ key: 'text', content: 'snow' }] }] })
  const again = { spaceID, taskID, labelID: second.labelID, answers: { [key]: 'Bad' } }
  await expect(owner.api.annotationQueue.submit(again)).rejects.toMatchObject({ code: ErrorCode.annotation.closed })
})

test('an opened row is reserved for half an hour, then given to another person', async () => {
  const begun = await begin(['one'])
  const { owner, member } = lab
  const { label: held } = await next(owner, begun)
  expect(await next(owner, begun)).toMatchObject({ label: { labelID: held!.labelID } })
  expect(await next(owner, begun, [held!.labelID])).toEqual({})
  expect(await next(member, begun)).toEqual({})
  const given = { spaceID, taskID: begun.taskID, labelID: held!.labelID, answers: { [begun.key]: 'Good' } }
  await expect(member.api.annotationQueue.submit(given)).rejects.toMatchObject({ code: ErrorCode.annotation.ofOther })
  lab.t.clock.advance(31 * 60_000)
  expect((await next(member, begun)).label!.labelID).toBe(held!.labelID)
  await member.api.annotationQueue.submit(given)
  await expect(owner.api.annotationQueue.submit(given)).rejects.toMatchObject({ code: ErrorCode.annotation.ofOther })
})

test('labels are assigned in turn to members of the space, and nobody else can submit them', async () => {
  const begun = await begin(['a', 'b'], { blindCount: 1 })
  const { owner, member, stranger } = lab
  const assign = (...userIDs: string[]) => owner.api.annotationQueue.assign({ spaceID, taskID: begun.taskID, userIDs })
  await expect(assign(stranger.id)).rejects.toThrow(/userIDs\[0\].*not a member/)
  expect(await assign(owner.id, member.id)).toMatchObject({ assigned: 2 })
  expect((await next(owner, begun)).label!.content[0]!.text).toBe('a')
  expect((await next(member, begun)).label!.content[0]!.text).toBe('b')
  const mine = (await next(owner, begun)).label!
  const given = { spaceID, taskID: begun.taskID, labelID: mine.labelID }
  for (const [answers, reason] of [
    [{ [begun.key]: 'Odd' }, /answers\.\w+: must be one of: Good, Bad/],
    [{}, /answers\.\w+: is required/],
    [{ other: 'x' }, /answers\.other: there is no such question/],
  ] as const)
    await expect(owner.api.annotationQueue.submit({ ...given, answers } as never)).rejects.toThrow(reason)
  await owner.api.annotationQueue.submit({ ...given, answers: { [begun.key]: 'Good' } })
  // A label can be changed until the task is closed.
  await owner.api.annotationQueue.submit({ ...given, answers: { [begun.key]: 'Bad' } })
  const { labels } = await owner.api.annotationQueue.mine({ spaceID, taskID: begun.taskID })
  expect(labels).toMatchObject([{ labelID: mine.labelID, answers: { [begun.key]: 'Bad' } }])
  await lab.until(() => lab.column(begun.datasetID, 'mood'), ['Bad', ''])
  const { tasks } = await member.api.annotationQueue.list({ spaceID })
  expect(tasks.find(({ taskID }) => taskID === begun.taskID)).toMatchObject({ mine: { finished: 0, open: 1 }, rows: 2 })
})

test('to people of other spaces a task looks as if it did not exist', async () => {
  const begun = await begin(['x'])
  const { stranger } = lab
  const foreign = (await stranger.api.space.create({ name: 'Foreign' })).id
  const taskID = begun.taskID
  const tries = (space: string, task: string) => [
    () => stranger.api.annotationQueue.get({ spaceID: space, taskID: task }),
    () => stranger.api.annotationQueue.next({ spaceID: space, taskID: task }),
    () => stranger.api.annotationQueue.disagreements({ spaceID: space, taskID: task }),
    () => stranger.api.annotationQueue.assign({ spaceID: space, taskID: task, userIDs: [stranger.id] }),
  ]
  const messageOf = (call: () => Promise<unknown>) => call().then(String, (error: Error) => error.message)
  for (const [at, call] of tries(foreign, taskID).entries()) {
    const said = await messageOf(call)
    expect(said).toMatch(/doesn't exist/)
    expect(said).toBe(await messageOf(tries(foreign, '999')[at]!))
  }
})
