import { Bot } from 'lucide-react'
import { useState } from 'react'
import { Banner, OfflineBanner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { EmptyState, NoMatch } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { FileDrop } from '#ui/file-drop.tsx'
import { ImageUpload } from '#ui/image-upload.tsx'
import { InfiniteSentinel } from '#ui/infinite-sentinel.tsx'
import { FailedPage, NoAccess, NotFound } from '#ui/page-state.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { PictureTile } from '#ui/picture-tile.tsx'
import { Progress } from '#ui/progress.tsx'
import { SkeletonCards } from '#ui/skeleton.tsx'
import { todayAt } from './sample-time.ts'
import { Section, Specimen, useSay } from './specimen.tsx'

export function FeedbackSection() {
  const say = useSay()
  const [page, setPage] = useState(1)
  const failure = Object.assign(new Error(say('The server did not answer in 10 s.', '服务器 10 秒内没有响应。')), {
    logId: '20260614143600ABCDEF',
  })
  return (
    <Section id="feedback" title={say('States and words', '状态与文案')}>
      <Specimen name={say('Work', '进行中')} column>
        <Progress label={say('Embedding slices', '正在向量化')} value={0.62} note="218 / 352" />
        <Progress label={say('Copying: knowledge, 3 of 5', '正在复制：知识库 3/5')} value={0.58} tone="info" thin />
        <Progress label={say('Waiting for the model', '等待模型')} value={null} />
      </Specimen>
      <Specimen name={say('Errors', '错误')} column>
        <ErrorPanel
          title={say('Page 7 has no text and OCR is off.', '第 7 页没有文字，且未开启 OCR。')}
          error={failure}
          action={
            <button type="button" className="link">
              {say('Retry with OCR', '开启 OCR 重试')}
            </button>
          }
        >
          {say('Turn OCR on, or leave the page out.', '开启 OCR，或跳过此页。')}
        </ErrorPanel>
        <Banner tone="warn" inset onClose={() => {}}>
          {say('The reply limit is 5 tokens, so answers will be cut off.', '回复上限为 5 个令牌，回答会被截断。')}
        </Banner>
        <Banner tone="info" inset>
          {say('A new version is out.', '有新版本。')}
        </Banner>
        <OfflineBanner since={todayAt(14, 36)} retryIn={8_000} onRetry={() => {}} />
      </Specimen>
      <Specimen name={say('Loading', '加载')} column>
        <div className="grid grid-cols-3 gap-4 max-sm:grid-cols-1">
          <SkeletonCards count={3} what={say('bots', '智能体')} />
        </div>
        <InfiniteSentinel
          query={{
            hasNextPage: true,
            isFetchingNextPage: true,
            isFetchNextPageError: false,
            fetchNextPage: () => undefined,
          }}
        />
        <Pagination page={page} pages={3} onChange={setPage} />
      </Specimen>
      <Specimen name={say('Nothing here', '空')} column>
        <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
          <div className="flex rounded-lg bg-page">
            <EmptyState
              icon={Bot}
              title={say('No bots yet', '还没有智能体')}
              text={say(
                'A bot answers people with your prompt, tools and knowledge.',
                '智能体用你的提示词、工具和知识回答用户。',
              )}
              action={<Button kind="solid">{say('Create a bot', '创建智能体')}</Button>}
              example={<Button kind="ghost">{say('Start from an example', '从示例开始')}</Button>}
            />
          </div>
          <div className="flex rounded-lg bg-page">
            <NoMatch text={say('No bots match “refund”.', '没有匹配“退款”的智能体。')} onClear={() => {}} />
          </div>
        </div>
      </Specimen>
      <Specimen name={say('No page', '无页面')} column>
        <div className="grid grid-cols-3 gap-4 max-sm:grid-cols-1">
          <FailedPage
            title={say('This knowledge base did not load.', '知识库未能加载。')}
            error={failure}
            onRetry={() => {}}
          />
          <NoAccess action={<Button>{say('Ask to join', '申请加入')}</Button>} />
          <NotFound action={<Button>{say('Back to Develop', '返回项目开发')}</Button>} />
        </div>
      </Specimen>
      <Specimen name={say('Files', '文件')} column>
        <FileDrop
          accept=".pdf,.txt"
          maxBytes={100 * 1024 * 1024}
          onFiles={() => {}}
          note={say('PDF or text, up to 100 MB each', 'PDF 或文本，单个不超过 100 MB')}
        />
        <ImageUpload
          label={say('Change picture', '更换图片')}
          onUpload={() => Promise.reject(new Error(say('Upload failed', '上传失败')))}
        >
          <PictureTile id="bot-a" kind="bot" size={64} />
        </ImageUpload>
        <CodeBlock
          title="curl"
          code={
            'curl -X POST /v1/workflow/run \\\n  -H "Authorization: Bearer $TOKEN" \\\n  -d \'{"workflow_id": "7382915"}\''
          }
        />
      </Specimen>
      <Specimen name={say('Cards', '卡片')}>
        <Card pressable className="w-56">
          {say('Pressable', '可点击')}
        </Card>
        <Card selected className="w-56">
          {say('Selected', '已选中')}
        </Card>
        <Card tone="pending" className="w-56">
          {say('Being copied', '复制中')}
        </Card>
        <Card tone="failed" className="w-56">
          {say('Failed', '失败')}
        </Card>
      </Specimen>
    </Section>
  )
}
