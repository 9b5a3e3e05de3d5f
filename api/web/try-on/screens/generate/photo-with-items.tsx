import { Image } from '../../../design/components/image.tsx';
import { followedRender } from '../../state/app-state.ts';
import { lookKey } from '../../state/look.ts';
import { useApp } from '../../ui/app-context.ts';

/** The shopper's photo with the items on it: the input of the image. */
export function PhotoWithItems({ isWorking }: { isWorking: boolean }) {
  const { state, texts } = useApp();
  const photo = state.photo ?? followedRender(state)?.photo ?? null;
  return (
    <div class="waiting-picture">
      {photo && (
        <img
          src={photo.url}
          width={photo.width}
          height={photo.height}
          alt={state.photo?.name ?? texts.photo.own}
        />
      )}
      {isWorking && <span class="waiting-sweep" />}
      <ul class="waiting-items">
        {state.look.map((entry) => (
          <li key={lookKey(entry)}>
            <Image image={entry.image} alt={entry.title} sizes="72px" eager />
          </li>
        ))}
      </ul>
    </div>
  );
}
