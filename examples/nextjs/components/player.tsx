'use client';
import Hls from 'hls.js';
import { useEffect, useRef } from 'react';

/** Plays an HLS film: by the browser itself where it can, otherwise by hls.js. */
export const Player = ({ src, title }: { src: string; title: string }) => {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    if (!Hls.isSupported()) {
      element.src = src;
      return;
    }
    // A page may have many films: each is loaded when somebody plays it.
    const hls = new Hls({ autoStartLoad: false });
    element.addEventListener('play', () => hls.startLoad(), { once: true });
    hls.loadSource(src);
    hls.attachMedia(element);
    return () => hls.destroy();
  }, [src]);
  return <video ref={video} controls playsInline muted aria-label={title} />;
};
