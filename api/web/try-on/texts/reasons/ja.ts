import type { ReasonTexts } from './en.ts';

export const reasons: ReasonTexts = {
  not_an_image: {
    title: 'このファイルは写真ではありません',
    text: 'JPEG、PNG、WebPの写真を選んでください。',
  },
  photo_too_small: { title: '写真が小さすぎます', text: '短い辺が256ピクセル以上の写真を選んでください。' },
  photo_too_dark: { title: '写真が暗すぎます', text: '明かりをつけるか窓に向かって、撮り直してください。' },
  photo_too_large: { title: '写真のサイズが大きすぎます', text: '8 MB未満の写真を選んでください。' },
  photo_gone: {
    title: '写真はもう保存されていません',
    text: '続けるにはもう一度追加してください。商品はそのままです。',
  },
  format_unsupported: {
    title: 'お使いのブラウザではこの写真を開けません',
    text: 'iPhoneの写真はHEICファイルのことがあります。JPEGを選ぶか、ここで新しく撮ってください。',
  },
  no_product_images: { title: '使える画像のない商品があります', text: '代わりに別の商品を選んでください。' },
  product_gone: { title: 'ショップにもうない商品があります', text: '代わりに別の商品を選んでください。' },
  insufficient_credits: {
    title: '試着はお休み中です',
    text: 'このショップは現在、新しい画像を作成できません。後でもう一度お越しください。',
  },
  visitor_limit: { title: '本日の画像はこれが最後です', text: '明日また新しく作成できます。' },
  store_limit: {
    title: '本日は試着がとても人気です',
    text: 'このショップの画像数が上限に達しました。後でもう一度お越しください。',
  },
  rate_limited: { title: '操作が少し速すぎます', text: '1分待ってから、もう一度お試しください。' },
  unavailable: {
    title: '試着に接続できません',
    text: '少し待ってからもう一度お試しください。写真と商品はそのままです。',
  },
  generation_failed: {
    title: '画像をうまく作成できませんでした',
    text: 'あなたのせいではありません。もう一度試すか、あなたやお部屋がより広く写った写真を使ってください。',
  },
  timeout: {
    title: '時間がかかりすぎました',
    text: '現在、多くの画像を作成しています。もう一度お試しください。',
  },
  cancelled: { title: '画像の作成をキャンセルしました', text: '写真と商品はそのままです。' },
  offline: { title: 'オフラインです', text: '接続を確認して、もう一度お試しください。' },
};
