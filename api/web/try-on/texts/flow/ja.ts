import type { FlowTexts } from './en.ts';

export const flow: FlowTexts = {
  step: (step, of, name) => `ステップ${step}/${of}：${name}`,
  choose: (min, max) => (min < max ? `${min}〜${max}点を選んでください。` : `${max}点を選んでください。`),
  orSkip: 'このステップは飛ばすこともできます。',
  next: (name) => `次へ：${name}`,
  skip: '飛ばす',
  skipAndTryOn: (count) => (count === 1 ? '飛ばして試着する' : `飛ばして${count}点を試着する`),
  full: (max) => `このステップは${max}点までです。追加するには1点削除してください。`,
  exit: 'すべての商品を見る',
  exitTitle: (flow) => `「${flow}」を終了しますか？`,
  exitText: '商品はそのままです。ステップはここで終わり、ショップのすべての商品から選べます。',
  exitConfirm: 'ステップを終了',
  stay: '続ける',
};
