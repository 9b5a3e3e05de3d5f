import { CircleAlert } from 'lucide';
import { useEffect } from 'preact/hooks';
import { Icon } from '../../../design/components/icon.tsx';
import type { Reason } from '../../state/reason.ts';
import { useApp } from '../../ui/app-context.ts';

/** The reason why a photo cannot be used, beside the buttons for another one. */
export function PhotoProblem({ reason }: { reason: Reason }) {
  const { texts, status } = useApp();
  const { title, text } = texts.reasons[reason];
  useEffect(() => status.say(`${title}. ${text}`), [status, title, text]);
  return (
    <div class="photo-problem">
      <Icon icon={CircleAlert} size={24} />
      <h2>{title}</h2>
      <p class="soft">{text}</p>
    </div>
  );
}
