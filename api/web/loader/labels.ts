/** `failed` is followed by `newTab`, which opens the hosted page. */
type Labels = [title: string, close: string, loading: string, failed: string, newTab: string];

export const labels = {
  en: ['Try it on', 'Close', 'Loading…', 'It did not load.', 'Open it in a new tab'],
  de: ['Anprobieren', 'Schließen', 'Wird geladen…', 'Nicht geladen.', 'In neuem Tab öffnen'],
  fr: ['Essayer', 'Fermer', 'Chargement…', 'Échec du chargement.', 'Ouvrir dans un nouvel onglet'],
  es: ['Probar', 'Cerrar', 'Cargando…', 'No se ha cargado.', 'Abrir en una pestaña nueva'],
} satisfies Record<string, Labels>;

export type Language = keyof typeof labels;

/** Returns the language of the shop's page, where the loader has words in it, else English. */
export function pageLanguage(): Language {
  const language = document.documentElement.lang.slice(0, 2).toLowerCase() as Language;
  return labels[language] ? language : 'en';
}
