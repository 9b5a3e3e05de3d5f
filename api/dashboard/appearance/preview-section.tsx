import type { StoreDoc } from '../../../shared/stores/store-model.ts';
import { RoomSection } from '../../html/room-page.tsx';
import { Button, ButtonLink } from '../../web/design/components/button.tsx';

/** `path`: of the page of the appearance. */
interface ButtonProps {
  path: string;
}

interface SectionProps {
  store: StoreDoc;
  /** Of the store's own page of the try-on. */
  tryOnUrl: string;
}

const frameName = 'preview';

/** Shows in the frame what the form would change, and saves nothing. */
export const PreviewButton = ({ path }: ButtonProps) => (
  <Button type="submit" formaction={`${path}/preview`} formtarget={frameName}>
    Show in preview
  </Button>
);

const choices = [
  {
    name: 'screen',
    legend: 'Screen',
    options: [
      ['phone', 'Phone'],
      ['desktop', 'Desktop'],
    ],
  },
  {
    name: 'theme',
    legend: 'Theme',
    options: [
      ['light', 'Light'],
      ['dark', 'Dark'],
    ],
  },
] as const;

/** The try-on in a frame: radio buttons and style rules choose its size and theme, so that no script is needed. */
export const PreviewSection = ({ store, tryOnUrl }: SectionProps) => (
  <RoomSection
    id="preview"
    title="Preview"
    lead="The try-on as it is saved, or as a form would make it. Nothing of it is counted or forwarded; an image that you create in it costs one credit."
  >
    <div class="preview">
      <div class="preview-choices">
        {choices.map(({ name, legend, options }) => (
          <fieldset key={name} class="preview-choice">
            <legend class="unseen">{legend}</legend>
            {options.map(([value, label], index) => (
              <label key={value}>
                <input type="radio" name={name} value={value} checked={index === 0} />
                <span>{label}</span>
              </label>
            ))}
          </fieldset>
        ))}
        <ButtonLink href={tryOnUrl} target="_blank" kind="quiet">
          Open the try-on
        </ButtonLink>
      </div>
      <div class="preview-stage">
        <iframe
          name={frameName}
          title="Preview of the try-on"
          src={`/embed/${store.slug}?embed=1&consent=denied`}
        />
      </div>
    </div>
  </RoomSection>
);
