import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const pairwiseErrors = defineErrors(ErrorCode.pairwise, {
  notSame: {
    status: 400,
    en: 'experiment_ids: the two experiments share no rows with outputs. Choose experiments on the same dataset',
    zh: 'experiment_ids：两个实验没有共同的、有输出的数据，请选择同一数据集上的实验',
  },
  sameTwice: {
    status: 400,
    en: 'experiment_ids: choose two different experiments',
    zh: 'experiment_ids：请选择两个不同的实验',
  },
  notEnded: {
    status: 400,
    en: 'experiment_ids: “{name}” has not ended. Wait until it has',
    zh: 'experiment_ids：“{name}”尚未结束，请等待结束',
  },
  running: {
    status: 409,
    en: 'These two experiments are being compared in pairs already. Wait until that is done',
    zh: '这两个实验正在进行成对比较，请等待完成',
  },
  noWinner: {
    status: 400,
    en: 'The judge named no winner: {answer}',
    zh: '评审模型未给出结论：{answer}',
  },
})
