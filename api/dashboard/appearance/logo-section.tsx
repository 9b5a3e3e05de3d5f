import { storeView } from '../../../shared/stores/store-settings.ts';
import { PageForm } from '../../html/page-form.tsx';
import { RoomSection } from '../../html/room-page.tsx';
import { Button } from '../../web/design/components/button.tsx';
import { TextField } from '../../web/design/components/field.tsx';
import { type FormSection, toFieldError } from '../sent-form.ts';

/** The logo that the try-on shows in place of the store's name. */
export function LogoSection({ store, token, path, errors }: FormSection) {
  const { logo } = storeView(store);
  return (
    <RoomSection
      id="logo"
      title="Logo"
      lead={
        logo
          ? 'At the top of the try-on, 40 pixels high, on light and dark ground.'
          : 'The try-on shows the name of the store until there is one.'
      }
    >
      {logo && (
        <>
          <p class="logo-grounds">
            <img src={logo} alt={`Logo of ${store.name}`} />
            <img src={logo} alt="" />
          </p>
          <PageForm action={`${path}/logo/remove`} token={token}>
            <Button type="submit" kind="danger">
              Remove logo
            </Button>
          </PageForm>
        </>
      )}
      <PageForm action={`${path}/logo`} token={token} hasFile>
        <TextField
          label={logo ? 'Another logo' : 'Logo'}
          name="file"
          type="file"
          required
          accept="image/png,image/webp,image/jpeg,image/avif"
          help="PNG or WebP with a transparent ground, at least 120 pixels high; at most 8 MB."
          {...toFieldError(errors, 'logo')}
        />
        <Button type="submit">Save logo</Button>
      </PageForm>
    </RoomSection>
  );
}
