import type { ChatFrame, ChatSettings } from '@orrery/contract'
import { joinSamples } from '#kit/audio/samples.ts'
import type { Sound, SpokenSound } from '#kit/speech/dialogue/dialogue-types.ts'
import { createPodcastCutter, podcastManner } from '#kit/speech/podcast.ts'
import type { Recording } from '#kit/speech/speech-types.ts'
import type { FrameSocket } from '#kit/ws/frame-socket.ts'
import type { ConversationService } from '#domains/chat/conversation/conversation.service.ts'
import type { SuppliedMessage } from '#domains/chat/conversation/shared/supplied-messages.ts'
import type { ReadyModel } from '#domains/chat/model/model.service.ts'
import type { OpenCaller, OpenChat, OpenChatService } from '#domains/reach/open/open-chat.service.ts'
import type { Transcriber } from './transcriber.ts'
import { isFiller } from './fillers.ts'
import { createListening, type Understood, type Utterance } from './listening.ts'
import type { Synthesiser } from './synthesiser.ts'
import { createPictures, type Sight } from './pictures.ts'
import { realtimeErrors } from './realtime.errors.ts'
import type { Speakers } from './speakers.ts'
import { Cancelled, createSpokenTurn, type SpokenTurn } from './spoken-turn.ts'

/** Converts a message of a client. Files that it refers to have to belong to the account. */
export interface ReadsMessages {
  read(given: { role: string; content: string; content_type: string }, userId: string): Promise<SuppliedMessage>
}
export interface ChatSessionDeps {
  chats: Pick<OpenChatService, 'run' | 'submit'>
  conversations: Pick<ConversationService, 'own' | 'newSection' | 'removeMessage' | 'byIds' | 'updateMessage' | 'flush'>
  reader: ReadsMessages
  transcriber: Transcriber
  synthesiserWith(settings: () => ChatSettings): Synthesiser
  speakersWith(settings: () => ChatSettings): Speakers
  caller: OpenCaller
  /** Models that answer speech with speech. Absent: transcription, answer and speech are separate steps. */
  dialogueModels?: ((sound: SpokenSound, settings: ChatSettings) => Promise<readonly ReadyModel[]>) | undefined
  /** Absent: pictures are refused. */
  sight?: Sight | undefined
  /** Two voices talk about a topic, which is the opening, and sound does not interrupt them. */
  isPodcast?: boolean
  /** The opening of the bot. */
  prologue: string
  defaults: ChatSettings
  /** The client is a page of ours: only sound is accepted from it. */
  isPage?: boolean
  /** Settings that the client cannot change: the user and the conversation of a page are fixed. */
  fixed: Partial<ChatSettings>
  now(): number
}
type Words = Understood & { sound?: Sound | undefined }
/** Joins the sounds of two parts of one utterance. */
function joined(first: Sound | undefined, next: Sound | undefined): Sound | undefined {
  if (!first || first.rate !== next?.rate) return next
  return { samples: joinSamples([first.samples, next.samples]), rate: next.rate }
}
const soundFrames = /^(chat\.update|input_audio_buffer\.|conversation\.chat\.cancel)/
/** Speech that continues within this time after the start of a turn belongs to its question. */
const JOIN_MS = 1500

/** A conversation over one connection: listens, answers, speaks, and can be interrupted. */
export function serveChat(socket: FrameSocket, deps: ChatSessionDeps) {
  const { chats, conversations, reader, transcriber, caller, now } = deps
  let settings = deps.defaults
  let conversationId: string | undefined
  /** Messages that the client provided, sent with the next question. */
  let earlier: SuppliedMessage[] = []
  let turn: SpokenTurn | undefined
  /** The last finished turn: its sound may still be playing. */
  let last: SpokenTurn | undefined
  let lastWords = ''
  let lastSound: Sound | undefined
  let work: Promise<void> = Promise.resolve()
  let listen: ((bytes: Buffer) => void) | undefined

  const isWanted = (event: string) => {
    const { event_subscriptions: wanted } = settings
    return wanted.length === 0 || wanted.includes(event) || event === 'error'
  }
  const send: FrameSocket['send'] = (event, data) => void (isWanted(event) && socket.send(event, data))
  const synthesiser = deps.synthesiserWith(() => settings)
  const speakers = deps.speakersWith(() => settings)
  const pictures = createPictures({ sight: deps.sight, now, fail: socket.fail })
  /** Reported once: without a voice, the conversation continues in writing. */
  let isMute = false
  const failToSpeak = (cause: unknown) => {
    if (!isMute) socket.fail(cause)
    isMute = true
  }
  const callerNow = (): OpenCaller => ({
    ...caller,
    endUser: settings.chat_config.user_id === caller.userId ? '' : settings.chat_config.user_id,
  })
  /** Runs tasks one after the other. An error is reported, and the next task runs. */
  const enqueue = (next: () => Promise<void>) => (work = work.then(next).catch(socket.fail))

  async function follow(start: (turn: SpokenTurn) => Promise<OpenChat>) {
    const mine = createSpokenTurn({
      send,
      fail: failToSpeak,
      synthesiser,
      conversations,
      now,
      signal: socket.signal,
      ...(deps.isPodcast && { createCutter: createPodcastCutter }),
    })
    turn = mine
    try {
      const chat = await start(mine)
      conversationId = chat.live.conversationId
      await mine.follow(chat)
    } finally {
      if (turn === mine) turn = undefined
      last = mine.isCancelled ? undefined : mine
    }
  }
  function ask(said: SuppliedMessage, sound?: SpokenSound) {
    turn?.cancel(Cancelled.byMessage)
    enqueue(async () => {
      const { chat_config: config } = settings
      const question = await pictures.withPictures(said)
      const messages = [...earlier, question]
      earlier = []
      return follow(async ({ begin }) => {
        // Speech-to-speech models accept text and sound, but no pictures.
        const models = sound && question === said ? await deps.dialogueModels?.(sound, settings) : undefined
        return chats.run(callerNow(), {
          conversationId: conversationId ?? config.conversation_id,
          messages,
          customVariables: config.custom_variables,
          ...(config.parameters && { parameters: config.parameters }),
          meta: config.meta_data,
          isKept: config.auto_save_history,
          signal: socket.signal,
          ...(models?.length && { spoken: { models, begin } }),
          ...(deps.isPodcast && { manner: podcastManner }),
        })
      })
    })
  }

  const isSpeaking = () => (turn !== undefined && !turn.isCancelled) || (last?.isPlaying() ?? false)
  /** The user speaks: stops the turn and the sound. */
  function interrupt() {
    turn?.cancel(Cancelled.byVoice)
    stopPlayback()
  }
  /** Stops the sound of a finished answer that is still playing. */
  function stopPlayback(reason?: Cancelled) {
    const [played, at] = [last, now()]
    last = undefined
    if (played?.isPlaying()) enqueue(() => played.cutShort(at, reason))
  }
  /** Handles transcribed speech. While the bot speaks, the speech interrupts it, unless it is only a filler. */
  async function onTranscript({ text, speaker, sound }: Words, { beganAt, isReported }: Utterance) {
    const running = turn
    if (isSpeaking()) {
      if (deps.isPodcast) return
      if (isFiller(text)) return
      if (!isReported) {
        send('input_audio_buffer.speech_started')
        send('input_audio_buffer.speech_stopped')
      }
      interrupt()
    } else if (text === '') return
    const isSame = running !== undefined && beganAt - running.startedAt < JOIN_MS
    send('conversation.audio_transcript.update', { content: text })
    send('conversation.audio_transcript.completed', { content: text, ...speaker })
    if (!isSame) return askWords({ text, speaker, sound })
    const { questionId } = running
    await work
    if (questionId && conversationId)
      await conversations.removeMessage(await conversations.own(conversationId, caller.userId), questionId)
    askWords({ text: `${lastWords} ${text}`, speaker, sound: joined(lastSound, sound) })
  }
  function askWords({ text, speaker, sound }: Words) {
    lastWords = text
    lastSound = sound
    ask({ role: 'user', content: text, contentType: 'text', extra: { ...speaker } }, sound && { ...sound, words: text })
  }

  /** Detects speech without signals from the client. */
  let isPrepared = false
  function prepare() {
    if (!isPrepared) void transcriber.prepare(socket.signal).catch(() => {})
    isPrepared = true
  }
  const createListener = () => {
    prepare()
    return createListening({
      settings,
      transcriber,
      speakers,
      signal: socket.signal,
      now,
      fail: socket.fail,
      isSpeaking,
      interrupt: deps.isPodcast ? undefined : interrupt,
      reportStart: () => send('input_audio_buffer.speech_started'),
      reportEnd: () => send('input_audio_buffer.speech_stopped'),
      async onHeard(words, utterance) {
        // The client was informed that speech started, so it waits for a transcript.
        if (words.text === '' && utterance.isReported) send('conversation.audio_transcript.completed', { content: '' })
        await onTranscript(words, utterance)
      },
    })
  }
  function complete() {
    const recording = transcriber.take(settings.input_audio)
    if (!recording) throw realtimeErrors.nothingHeard()
    send('input_audio_buffer.completed')
    void understand(recording).catch(socket.fail)
  }
  async function understand(recording: Recording) {
    const isNeeded = settings.voice_print_config.group_id !== undefined || deps.dialogueModels !== undefined
    const sound = isNeeded ? transcriber.samplesOf(recording, settings.input_audio) : undefined
    const [text, speaker] = await Promise.all([
      transcriber.words(recording, socket.signal),
      sound ? speakers.of(sound.samples, sound.rate) : {},
    ])
    send('conversation.audio_transcript.completed', { content: text, ...speaker })
    if (text) askWords({ text, speaker, sound })
  }

  function update(given: ChatSettings) {
    const next = { ...given, ...deps.fixed }
    const isDetected = next.turn_detection.type === 'server_vad'
    settings = next
    if (next.chat_config.conversation_id) conversationId = undefined
    listen = isDetected ? createListener() : undefined
    transcriber.clear()
    const { event_subscriptions: _, ...told } = next
    send('chat.updated', told)
    const prologue = next.prologue_content || deps.prologue
    if (next.need_play_prologue && prologue) enqueue(() => sayPrologue(prologue))
  }
  async function sayPrologue(text: string) {
    send('conversation.audio.sentence_start', { text })
    const head = { role: 'assistant', type: 'answer', content_type: 'audio', bot_id: caller.botId }
    for await (const { bytes } of synthesiser.say(text, socket.signal))
      send('conversation.audio.delta', { ...head, content: bytes.toString('base64') })
    send('conversation.audio.completed', { ...head, content: '' })
  }
  async function clear() {
    turn?.cancel(Cancelled.byMessage)
    await work
    earlier = []
    if (conversationId) await conversations.newSection(await conversations.own(conversationId, caller.userId))
    send('conversation.cleared')
  }
  function submit({
    chat_id,
    tool_outputs,
  }: Extract<ChatFrame, { event_type: 'conversation.chat.submit_tool_outputs' }>['data']) {
    enqueue(async () => {
      const id = conversationId ?? settings.chat_config.conversation_id ?? ''
      await conversations.own(id, caller.userId)
      await follow(() => chats.submit(callerNow(), id, chat_id, tool_outputs))
    })
  }
  async function create(given: Extract<ChatFrame, { event_type: 'conversation.message.create' }>['data']) {
    const said = await reader.read(given, caller.userId)
    if (said.role === 'assistant') earlier.push(said)
    else ask(said)
  }

  socket.onFrame((given) => {
    const frame = given as ChatFrame
    if (deps.isPage && !soundFrames.test(frame.event_type)) throw realtimeErrors.onlySound()
    switch (frame.event_type) {
      case 'chat.update':
        return update(frame.data)
      case 'input_audio_buffer.append': {
        const bytes = Buffer.from(frame.data.delta, 'base64')
        return listen ? listen(bytes) : transcriber.append(bytes)
      }
      case 'input_audio_buffer.complete':
        return listen ? undefined : complete()
      case 'input_audio_buffer.clear':
        transcriber.clear()
        if (listen) listen = createListener()
        return send('input_audio_buffer.cleared')
      case 'input_image_buffer.append':
        return pictures.add(Buffer.from(frame.data.delta, 'base64'))
      case 'conversation.message.create':
        return void create(frame.data).catch(socket.fail)
      case 'conversation.clear':
        return void clear().catch(socket.fail)
      case 'conversation.chat.cancel':
        if (turn) return turn.cancel(Cancelled.byClient)
        // The turn has finished, but its sound is still playing.
        if (!last?.isPlaying()) throw realtimeErrors.noTurn()
        return stopPlayback(Cancelled.byClient)
      case 'conversation.chat.submit_tool_outputs':
        return submit(frame.data)
    }
  })
  send('chat.created')
  if (settings.turn_detection.type === 'server_vad') listen = createListener()
  if (deps.isPodcast && settings.prologue_content)
    ask({ role: 'user', content: settings.prologue_content, contentType: 'text' })
  else if (settings.need_play_prologue) enqueue(() => sayPrologue(settings.prologue_content || deps.prologue))
}
