import { Status } from '../../web/design/components/status.tsx';

interface Props {
  renderable: boolean;
  /** Images of the source that could not be fetched, where that is known. */
  missingAssets?: number;
}

/** The state of a product in the try-on; a product that cannot be tried on has its reason. */
export function RenderState({ renderable, missingAssets = 0 }: Props) {
  if (!renderable)
    return (
      <Status tone="danger">
        Cannot be rendered{missingAssets > 0 ? ': its images could not be fetched' : ': no image'}
      </Status>
    );
  if (missingAssets > 0)
    return <Status tone="warning">Can be tried on; {missingAssets} images could not be fetched</Status>;
  return <Status tone="success">Can be tried on</Status>;
}
