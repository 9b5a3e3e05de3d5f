import type { ReasonTexts } from './en.ts';

export const reasons: ReasonTexts = {
  not_an_image: { title: 'Ten plik nie jest zdjęciem', text: 'Wybierz zdjęcie JPEG, PNG lub WebP.' },
  photo_too_small: {
    title: 'To zdjęcie jest za małe',
    text: 'Wybierz takie, którego krótszy bok ma co najmniej 256 pikseli.',
  },
  photo_too_dark: {
    title: 'To zdjęcie jest za ciemne',
    text: 'Włącz światło lub stań przodem do okna i zrób je ponownie.',
  },
  photo_too_large: { title: 'To zdjęcie jest za duże', text: 'Wybierz mniejsze niż 8 MB.' },
  photo_gone: {
    title: 'Twoje zdjęcie nie jest już przechowywane',
    text: 'Dodaj je ponownie, aby kontynuować. Twoje produkty zostają.',
  },
  format_unsupported: {
    title: 'Twoja przeglądarka nie może otworzyć tego zdjęcia',
    text: 'Zdjęcia z iPhone’a bywają plikami HEIC. Wybierz JPEG lub zrób tutaj nowe zdjęcie.',
  },
  no_product_images: {
    title: 'Jeden z produktów nie ma odpowiedniego zdjęcia',
    text: 'Wybierz w jego miejsce inny produkt.',
  },
  product_gone: {
    title: 'Jednego z produktów nie ma już w sklepie',
    text: 'Wybierz w jego miejsce inny produkt.',
  },
  insufficient_credits: {
    title: 'Przymierzalnia ma przerwę',
    text: 'Ten sklep nie może teraz tworzyć nowych obrazów. Wróć później.',
  },
  visitor_limit: { title: 'To był Twój ostatni obraz na dziś', text: 'Jutro możesz utworzyć nowe.' },
  store_limit: {
    title: 'Przymierzalnia jest dziś bardzo popularna',
    text: 'Ten sklep osiągnął na razie limit obrazów. Wróć później.',
  },
  rate_limited: { title: 'To było trochę za szybko', text: 'Poczekaj minutę i spróbuj ponownie.' },
  unavailable: {
    title: 'Przymierzalnia jest nieosiągalna',
    text: 'Spróbuj za chwilę. Twoje zdjęcie i produkty zostają.',
  },
  generation_failed: {
    title: 'Obraz się nie udał',
    text: 'To nie Twoja wina. Spróbuj ponownie lub użyj zdjęcia, na którym widać więcej Ciebie lub pokoju.',
  },
  timeout: { title: 'To trwało za długo', text: 'Powstaje teraz wiele obrazów. Spróbuj ponownie.' },
  cancelled: { title: 'Obraz został anulowany', text: 'Twoje zdjęcie i produkty zostają.' },
  offline: { title: 'Brak połączenia', text: 'Sprawdź połączenie i spróbuj ponownie.' },
};
