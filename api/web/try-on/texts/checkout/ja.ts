import type { CheckoutTexts } from './en.ts';

export const checkout: CheckoutTexts = {
  checkOut: '購入手続きへ',
  addToCart: 'カートに入れる',
  addItems: (count) => (count === 1 ? 'カートに入れる' : `${count}点をカートに入れる`),
  choose: (option) => `${option}を選ぶ`,
  view: 'ショップで購入',
  title: 'このルックを購入',
  quantity: (title) => `${title}の数量`,
  gone: 'ショップにもうありません',
  leftOut: (count) => `${count}点は現在購入できないため、除かれます。`,
  nothing: 'これらの商品は現在どれも購入できません。',
  viewItem: (title) => `${title}をショップで見る`,
  cartFailed: '商品をカートに追加できませんでした。直接購入手続きに進めます。',
};
