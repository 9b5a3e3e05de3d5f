import type { FirstTexts } from './en.ts';
import { pluralIn } from './plural.ts';
import { reasons } from './reasons/ja.ts';

const plural = pluralIn('ja');

export const ja: FirstTexts = {
  shell: {
    tryingOn: '試着する商品',
    items: (count) => plural(count, { zero: '商品はまだありません', other: `${count}点` }),
    steps: (steps) => `${steps}ステップ`,
    back: '戻る',
    close: '閉じる',
    backToShop: (store) => `${store}に戻る`,
    retry: 'もう一度試す',
    unexpected: 'このページで問題が発生しました',
    reload: '再読み込み',
  },
  photo: {
    title: '写真を追加',
    lead: 'あなたまたはお部屋を、明るい場所で撮った写真。',
    leadOf: {
      person: '明るい場所で。肩が写るまで下がってください。',
      room: '明るい場所で、商品を置くまたは掛ける所が写ったお部屋の写真。',
    },
    take: '写真を撮る',
    choose: '写真を選ぶ',
    drop: 'または、ここに写真をドロップするか貼り付けます',
    dropNow: '写真をドロップすると使用します',
    privacy: (hours) => `試着にのみ使用し、${hours}時間後に削除します。`,
    last: '前回の写真',
    useLast: 'この写真を使う',
    delete: '写真を削除',
    deleted: '写真を削除しました。',
    deleteFailed: '写真を削除できませんでした。もう一度お試しください。',
    models: 'または用意された写真を使う',
    useModel: (name) => `写真「${name}」を使う`,
    preparing: '写真を準備しています',
    uploading: '写真をアップロードしています',
    own: 'あなたの写真',
  },
  remedies: {
    browse: '商品を見る',
    otherPhoto: '別の写真を使う',
    editItems: '商品を変更',
    tryAgain: 'もう一度試す',
  },
  reasons,
};
