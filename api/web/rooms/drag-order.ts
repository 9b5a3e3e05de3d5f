/**
 * Lets the items of the lists with `data-order` be dragged by their handles; calls `change` with the action that moves
 * one, such as `move-step:2:0`. The buttons of the items do the same.
 */
export function dragOrder(form: HTMLElement, change: (action: string) => void): void {
  let dragged: HTMLElement | undefined;
  form.addEventListener('dragstart', (event) => {
    dragged = findItem(event.target);
    if (!dragged) return;
    event.dataTransfer?.setDragImage(dragged, 0, 0);
    event.dataTransfer?.setData('text/plain', dragged.id);
    dragged.toggleAttribute('data-dragged', true);
  });
  const findPlace = (event: Event) => {
    const items = dragged && [...dragged.parentElement!.children];
    const place = items?.find((item) => item.contains(event.target as Node));
    return place && { from: items!.indexOf(dragged!), to: items!.indexOf(place) };
  };
  form.addEventListener('dragover', (event) => {
    if (findPlace(event)) event.preventDefault();
  });
  form.addEventListener('drop', (event) => {
    const place = findPlace(event);
    if (!place) return;
    event.preventDefault();
    if (place.from !== place.to) change(`${dragged!.parentElement!.dataset.order}:${place.from}:${place.to}`);
  });
  form.addEventListener('dragend', () => {
    dragged?.removeAttribute('data-dragged');
    dragged = undefined;
  });
}

/** Returns the item that a handle is part of; what else is dragged, such as a text, is none. */
function findItem(target: EventTarget | null): HTMLElement | undefined {
  const handle = target instanceof HTMLElement && target.draggable ? target : null;
  return handle?.closest<HTMLElement>('[data-order] > li') ?? undefined;
}
