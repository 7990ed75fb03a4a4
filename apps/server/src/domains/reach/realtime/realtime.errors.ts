import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const realtimeErrors = defineErrors(ErrorCode.realtime, {
  tooMuchSound: {
    status: 413,
    en: 'delta: more than {max} MB of sound at once. Send input_audio_buffer.complete after each utterance',
    zh: 'delta：单次语音超过 {max} MB，请在每句话后发送 input_audio_buffer.complete',
  },
  notAsSaid: {
    status: 400,
    en: 'input_audio.format: the sound that was sent is not {format}. Send what the format says, or change it',
    zh: 'input_audio.format：收到的音频不是 {format} 格式，请按声明的格式发送，或修改该字段',
  },
  nothingHeard: {
    status: 400,
    en: 'input_audio_buffer: no sound was sent. Send input_audio_buffer.append first',
    zh: 'input_audio_buffer：尚未收到音频，请先发送 input_audio_buffer.append',
  },
  noLanguages: {
    status: 400,
    en: 'translate_config: say from which language into which. Send simult_interpretation.update first',
    zh: 'translate_config：请先发送 simult_interpretation.update，指定源语言和目标语言',
  },
  noTranslator: {
    status: 400,
    en: 'No model that could translate is connected. Add a chat model in the model settings',
    zh: '尚未接入可用于翻译的模型，请在模型设置中添加对话模型',
  },
  roomOver: {
    status: 404,
    en: 'token: this room does not exist, or its token is older than {minutes} minutes. Create another one',
    zh: 'token：房间不存在，或令牌已超过 {minutes} 分钟，请重新创建房间',
  },
  liveOver: {
    status: 404,
    en: 'live_id: no one is being interpreted in this room. Ask for the streams again when it has begun',
    zh: 'live_id：该房间当前没有同声传译，请在开始后重新获取收听信息',
  },
  onlySound: {
    status: 400,
    en: 'event_type: in a call from a page, send sound and chat.update only. Write in the chat instead',
    zh: 'event_type：页面通话仅支持发送音频和 chat.update，文字消息请在对话中发送',
  },
  noPictures: {
    status: 400,
    en: 'input_image_buffer.append: this room takes no pictures. Create it with config.video_config',
    zh: 'input_image_buffer.append：该房间不接收画面，请在创建房间时设置 config.video_config',
  },
  cannotSee: {
    status: 400,
    en: 'input_image_buffer.append: the model {model} cannot see pictures. Choose one with vision for the bot, or send none',
    zh: 'input_image_buffer.append：模型 {model} 不支持图片理解，请为智能体选择支持视觉的模型，或不发送画面',
  },
  notAPicture: {
    status: 400,
    en: 'input_image_buffer.append: this is no picture. Send each one whole, as JPEG, PNG or WebP',
    zh: 'input_image_buffer.append：不是有效的图片，请以 JPEG、PNG 或 WebP 格式逐张完整发送',
  },
  noTurn: {
    status: 400,
    en: 'conversation.chat.cancel: nothing is running that could be cancelled',
    zh: 'conversation.chat.cancel：当前没有可取消的对话',
  },
})
