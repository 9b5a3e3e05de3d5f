import type { SharingTexts } from './en.ts';

export const sharing: SharingTexts = {
  sharing: {
    share: '共有',
    title: (store) => `${store}のルック`,
    until: (date) => `リンクを知っている人は、${date}までこのルックを見ることができます。`,
    link: 'このルックへのリンク',
    copy: 'コピー',
    copied: 'リンクをコピーしました。',
    copyYourself: '欄からリンクをコピーしてください。',
    failed: 'ルックを共有できませんでした。少し待ってからもう一度お試しください。',
    stop: '共有を停止',
    stopQuestion: 'このルックの共有を停止しますか？',
    stopText: 'リンクは誰にも使えなくなり、元に戻せません。新しいリンクで再び共有できます。',
    keep: '共有を続ける',
    stopped: 'ルックの共有を停止しました。',
    stopFailed: 'ルックはまだ共有されています。少し待ってからもう一度お試しください。',
  },
  shared: {
    title: '共有されたルック',
    heading: (store) => `${store}のルック`,
    picture: (titles) => `${titles}の試着`,
    tryOn: '自分でも試着する',
    ownLook: '自分のルックに戻る',
    leave: '試着を始める',
    gone: 'このルックはもう共有されていません',
    goneText: 'リンクには期限があり、共有した人が取り消すこともできます。',
    failed: 'ルックを読み込めませんでした',
    missing: (count) => `${count}点はもうショップにありません。`,
  },
};
