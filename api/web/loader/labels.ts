import type { Language } from '../../../shared/try-on/contract.ts';

/** `failed` is followed by `newTab`, which opens the hosted page. */
type Labels = [title: string, close: string, loading: string, failed: string, newTab: string];

/** In every language of the try-on: one without them does not compile. */
export const labels: Record<Language, Labels> = {
  en: ['Try it on', 'Close', 'Loading…', 'It did not load.', 'Open it in a new tab'],
  de: ['Anprobieren', 'Schließen', 'Wird geladen…', 'Nicht geladen.', 'In neuem Tab öffnen'],
  fr: ['Essayer', 'Fermer', 'Chargement…', 'Échec du chargement.', 'Ouvrir dans un nouvel onglet'],
  es: ['Probar', 'Cerrar', 'Cargando…', 'No se ha cargado.', 'Abrir en una pestaña nueva'],
  nl: ['Passen', 'Sluiten', 'Laden…', 'Niet geladen.', 'Openen in een nieuw tabblad'],
  it: ['Prova', 'Chiudi', 'Caricamento…', 'Non è stato caricato.', 'Apri in una nuova scheda'],
  pl: ['Przymierz', 'Zamknij', 'Wczytywanie…', 'Nie udało się wczytać.', 'Otwórz w nowej karcie'],
  ja: ['試着する', '閉じる', '読み込み中…', '読み込めませんでした。', '新しいタブで開く'],
  ar: ['تجربة', 'إغلاق', 'جارٍ التحميل…', 'تعذّر التحميل.', 'فتح في علامة تبويب جديدة'],
};

/** Returns the language of the shop's page, where the try-on has it, else English. */
export function pageLanguage(): Language {
  const language = document.documentElement.lang.slice(0, 2).toLowerCase() as Language;
  return labels[language] ? language : 'en';
}
