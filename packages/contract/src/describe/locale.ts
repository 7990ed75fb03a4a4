export type DescribeLocale = 'en' | 'zh-CN'
