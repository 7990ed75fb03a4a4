import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const pictureErrors = defineErrors(ErrorCode.interfacePicture, {
  noBrowser: {
    status: 503,
    en: 'There is no Chromium on this machine. Install it, or name it with the setting CHROME_PATH',
    zh: '此机器上没有 Chromium，请安装，或通过设置项 CHROME_PATH 指定其路径',
  },
  notBuilt: {
    status: 503,
    en: 'The web app is not built on this machine. Start it with npm start',
    zh: '此机器上尚未构建网页应用，请使用 npm start 启动',
  },
  notDrawn: {
    status: 502,
    en: 'The page could not be drawn: {reason}. Try again',
    zh: '页面未能渲染：{reason}，请重试',
  },
  none: {
    status: 404,
    en: 'version_code: no image was kept of this version. Take one first',
    zh: 'version_code：该版本没有保存的截图，请先截图',
  },
  noElement: {
    status: 400,
    en: 'screenshot_option.selector or wait_element: the page has nothing that fits {selector}',
    zh: 'screenshot_option.selector 或 wait_element：页面中没有与 {selector} 匹配的元素',
  },
  tooMany: {
    status: 429,
    en: 'Too many images are waiting to be taken. Try again in a moment',
    zh: '等待截图的请求过多，请稍后再试',
  },
})
